/**
 * `npm run bench -- outlines`: the number of published outlines that are accepted, warned about, simplified and
 * refused, by package and scale, with reasons; then the time of the largest, stage by stage.
 */
import { AreaNotes } from '../../server/geometry/area-notes.ts';
import { cellCover } from '../../server/geometry/cell-cover.ts';
import { drawnPolygons, sizeOf } from '../../server/geometry/draw.ts';
import { outlineOf } from '../../server/geometry/outline.ts';
import type { Pins } from '../../server/geometry/area.ts';
import { maxPoints, readRegions } from '../../server/geometry/read-area.ts';
import { readPolygons } from '../../server/geometry/read-polygons.ts';
import { simplified } from '../../server/geometry/simplify.ts';
import { type Outline, published } from '../outlines/packages.ts';

export async function outlinesBench(): Promise<void> {
  const largest: Outline[] = [];
  console.log('package, scale                           outlines  taken  warned  simplified  refused');
  for (const { from, scale, read } of published) {
    const outlines = await read();
    const refused: string[] = [];
    let [warned, simpler] = [0, 0];
    for (const { name, area } of outlines) {
      const reading = readRegions(area);
      if ('fault' in reading) refused.push(`${name}: ${reading.fault}`);
      else if (reading.warnings.some((warning) => warning.includes('simplified'))) simpler++;
      else if (reading.warnings.length > 0) warned++;
    }
    const counts = [outlines.length, outlines.length - refused.length, warned, simpler, refused.length];
    console.log(
      `${`${from} ${scale}`.padEnd(40)} ${counts.map((count) => String(count).padStart(7)).join(' ')}`,
    );
    for (const fault of refused.slice(0, 20)) console.log(`    ${fault}`);
    largest.push(...outlines);
  }
  const byLength = largest
    .map((outline) => ({ ...outline, text: JSON.stringify(outline.area) }))
    .toSorted((one, other) => other.text.length - one.text.length);
  for (const each of [...byLength.filter(({ text }) => text.length < 3_000_000).slice(0, 4), ...hostile()])
    await timed(each);
}

/** The median of seven runs, warm: milliseconds of this thread's processor. */
async function timed({ name, text }: { name: string; text: string }): Promise<void> {
  const runs: Record<string, number>[] = [];
  for (let run = 0; run < 9; run++) {
    const times: Record<string, number> = {};
    const stage = <Value>(what: string, act: () => Value): Value => {
      const before = process.threadCpuUsage().user;
      const value = act();
      times[what] = (process.threadCpuUsage().user - before) / 1000;
      return value;
    };
    const { type, coordinates } = stage('parse', () => JSON.parse(text) as Exclude<Outline['area'], Pins>);
    const limits = { max: maxPoints, maxRead: 100_000 };
    const given = stage('read', () => readPolygons(type, coordinates, limits));
    const drawn = stage('draw', () => drawnPolygons(given, new AreaNotes()));
    const limit = drawn.length > 0 ? 0.01 * sizeOf(drawn).area : 0;
    stage('simplify', () => simplified(drawn, maxPoints, limit));
    const reading = stage('all', () => readRegions({ type, coordinates }));
    if (!('fault' in reading) && reading.regions.kind === 'area') {
      const { geometry } = reading.regions;
      stage('cells', () => cellCover(outlineOf(geometry)));
    }
    if (run >= 2) runs.push(times);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const median = (what: string): string =>
    (runs.map((times) => times[what] ?? 0).toSorted((one, other) => one - other)[3] ?? 0).toFixed(1);
  const stages = ['parse', 'read', 'draw', 'simplify', 'all', 'cells'];
  console.log(
    `${name} (${text.length} characters): ${stages.map((what) => `${what} ${median(what)} ms`).join(', ')}`,
  );
}

/** The most expensive outlines: as many points as are read, in shapes that must be checked often. */
function hostile(): { name: string; text: string }[] {
  const points = 99_990;
  const ring = (at: (index: number) => [number, number]) => {
    const all = Array.from({ length: points }, (_, index) => at(index));
    return JSON.stringify({ type: 'Polygon', coordinates: [[...all, all[0]]] });
  };
  const fixed = (value: number) => Number(value.toFixed(4));
  const part = (index: number) => (2 * Math.PI * index) / points;
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return [
    {
      name: 'circle',
      text: ring((index) => [fixed(80 * Math.cos(part(index))), fixed(80 * Math.sin(part(index)))]),
    },
    {
      name: 'comb',
      text: ring((index) =>
        index > points - 3
          ? [index === points - 2 ? 170 : -170, -80]
          : [fixed(-170 + (340 * index) / points), index % 2 ? 80 : -70],
      ),
    },
    { name: 'scribble', text: ring(() => [fixed(340 * random() - 170), fixed(160 * random() - 80)]) },
    {
      name: 'spikes in spikes',
      text: ring((index) => [0, 0.0001 * (index < points / 2 ? index : points - index)]),
    },
    {
      name: 'star',
      text: ring((index) => {
        const far = index % 2 ? 80 : 1;
        return [fixed(far * Math.cos(part(index))), fixed(far * Math.sin(part(index)))];
      }),
    },
  ];
}
