/** A partner's page with the room of the snippets in columns of all widths, in three languages. */
import { roomStyle } from '../../src/contract/message-room.ts';
import { fonts, setIn } from '../set-up/fonts.ts';
import { open, service } from './answered.ts';
import { partnerSite, scriptPath } from './answering-service.ts';

/** Widths of the columns, in CSS pixels: a sidebar, and pages on viewports of 320 to 1600. */
export const widths = [280, 304, 374, 752, 1264, 1584];
export const languages = ['en', 'de', 'ar'];
export const count = widths.length * languages.length;
export const viewports = [320, 390, 768, 1280, 1600];

const page = () => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Thanks</title>
  <link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><style>body{margin:8px}</style>
  ${languages.map((lang) => widths.map((width) => `<section lang="${lang}" style="width:min(${width}px,100%)"><p>Thanks</p><div class="room" style="${roomStyle}"></div><p class="after">After</p></section>`).join('')).join('')}
  <script src="${service.origin}${scriptPath}"></script>`;

export async function visitRooms() {
  const site = await partnerSite(page());
  const person = await open.freshContext({ width: 1600, height: 6000 });
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

export async function surround({ page }: Awaited<ReturnType<typeof visitRooms>>, surrounding: string) {
  if (surrounding.endsWith('px'))
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), surrounding);
  else await setIn(page, surrounding as (typeof fonts)[number]);
}
