/** A partner's page with the room of the snippets in columns of all widths, in all languages by turns. */
import { reservedStyle } from '../../../src/embed-code/reserved-space.ts';
import { fonts, setIn } from '../../set-up/browser/fonts.ts';
import { open, service } from './answered.ts';
import { partnerSite, scriptPath } from '../../widgets/answering-service.ts';

/** Widths of the columns, in CSS pixels: two sidebars, and pages on viewports of 320 to 1600. */
const widths = [240, 280, 304, 374, 752, 1264, 1584];
const languages = ['en', 'es', 'de', 'fr', 'ar', 'pt'];
/** Columns of each width: half of the languages at a time. */
const perWidth = languages.length / 2;
export const count = widths.length * perWidth;
/** In the two turns each language is in a column of each width. */
export const turns = [0, 1];
const languageOf = (column: number, turn: number) =>
  languages[2 * Math.floor(column / widths.length) + ((column + turn) % 2)] ?? '';
export const viewports = [320, 390, 768, 1280, 1600];

const page = () => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Thanks</title>
  <link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><style>body{margin:8px}</style>
  ${Array.from({ length: count }, (_, column) => `<section lang="${languageOf(column, 0)}" style="width:min(${widths[column % widths.length]}px,100%)"><p>Thanks</p><div class="room" style="${reservedStyle}"></div><p class="after">After</p></section>`).join('')}
  <script src="${service.origin}${scriptPath}"></script>`;

export async function visitRooms() {
  const site = await partnerSite(page());
  const person = await open.freshContext({ width: 1600, height: 8000 });
  await person.page.goto(site.origin);
  return {
    ...person,
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** The tests' fonts, and two base sizes in the last of them. */
export const surroundings = [...fonts, '10px', '25px'] as const;

type Person = Awaited<ReturnType<typeof visitRooms>>;

/** Sets the languages of the columns, which the messages speak that are put in from now on. */
export const speakIn = ({ page }: Person, turn: number) =>
  page.evaluate(
    (spoken) => {
      for (const [column, section] of document.querySelectorAll('section').entries())
        section.lang = spoken[column] ?? '';
    },
    Array.from({ length: count }, (_, column) => languageOf(column, turn)),
  );

export async function surround({ page }: Person, surrounding: string) {
  if (surrounding.endsWith('px'))
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), surrounding);
  else await setIn(page, surrounding as (typeof fonts)[number]);
}
