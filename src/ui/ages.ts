/** For whom a project is, in a few words: schools by their ages, joined where they follow each other. */
const schools = new Map([
  ['Elementary school (6 - 10 years)', [6, 10]],
  ['Middle school (11 - 13 years)', [11, 13]],
  ['High school (14 - 17 years)', [14, 17]],
] as const);

const shortNames: Record<string, string> = {
  College: 'college',
  'Graduate Students': 'graduate students',
  Adults: 'adults',
  Families: 'families',
};

/** "Ages 6–17, adults"; empty where nobody said. */
export function agesText(audience: string[]): string {
  const spans: [number, number][] = [];
  for (const [school, [from, to]] of schools) {
    if (!audience.includes(school)) continue;
    const last = spans.at(-1);
    if (last?.[1] === from - 1) last[1] = to;
    else spans.push([from, to]);
  }
  const others = audience.flatMap((name) => shortNames[name] ?? (schools.has(name as never) ? [] : name));
  const ages = spans.map(([from, to]) => `${from}–${to}`).join(', ');
  if (ages === '') return others.map((name, at) => (at === 0 ? capital(name) : name)).join(', ');
  if (ages === '6–17' && others.includes('adults')) return 'All ages';
  return [`Ages ${ages}`, ...others].join(', ');
}

const capital = (text: string): string => text.replace(/^./u, (letter) => letter.toUpperCase());
