/**
 * The picture of a project for link previews: its title, its organisation and the service. The fonts come from a
 * package, so that the picture is the same on every machine.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type SharpModule from 'sharp';
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';

export type CardTexts = { title: string; organisation: string; serviceName: string };

/** As Open Graph and Twitter recommend. */
const cardSize = { width: 1200, height: 630 };

const left = 90;
const textWidth = cardSize.width - 2 * left;

/** The colours of src/ui/css/base.css. */
const colors = { page: '#fafbf8', ink: '#14231d', quiet: '#48584f', brand: '#0b5d4b' };
const dots = ['#e8563f', '#f2a922', '#12836b', '#2f86c5', '#8b4a97'];

const packaged = createRequire(import.meta.url);
const fontFile = (name: string) => packaged.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

let loading: Promise<typeof SharpModule> | undefined;

/** Loaded with the first picture. The configuration names no folder of fonts: those of the machine are not used. */
const loadSharp = () =>
  (loading ??= (async () => {
    process.env['FONTCONFIG_FILE'] = packaged.resolve('dejavu-fonts-ttf/fontconfig/57-dejavu-sans.conf');
    return (await import('sharp')).default;
  })());

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text is markup for Pango; control characters, and marks that turn the text around, are left out. */
const marked = (text: string, color: string): string =>
  `<span foreground="${color}">${text
    .replace(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/[&<>]/g, (character) => ownEntry(entities, character) ?? '')}</span>`;

/** By characters: half of one cannot be drawn. */
const cut = (text: string, max: number): string => {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
};

const pixelsFor = ({ length }: string): number => (length <= 36 ? 72 : length <= 80 ? 58 : 46);

async function drawCard({ title, organisation, serviceName }: CardTexts): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const line = async (text: string, font: string, pixels: number, color: string) => {
    const drawn = sharp({
      text: {
        text: marked(text, color),
        font: `DejaVu Sans ${font} ${pixels}`,
        fontfile: fontFile(font === '' ? 'DejaVuSans' : 'DejaVuSans-Bold'),
        width: textWidth,
        rgba: true,
        dpi: 72,
        wrap: 'word-char' as const,
        spacing: 6,
      },
    });
    const { data, info } = await drawn.png().toBuffer({ resolveWithObject: true });
    return { input: data, height: info.height };
  };
  const shown = cut(title, 150);
  const heading = await line(shown, 'Bold', pixelsFor(shown), colors.ink);
  const byline = await line(cut(organisation, 80), '', 32, colors.quiet);
  const service = await line(serviceName, 'Bold', 34, colors.brand);
  const { width, height } = cardSize;
  const foot = height - 80;
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${colors.page}"/>
    <rect width="${width}" height="20" fill="${colors.brand}"/>
    ${dots.map((fill, at) => `<circle cx="${left + 14 + 38 * at}" cy="${foot}" r="14" fill="${fill}"/>`).join('')}
  </svg>`;
  const top = 100;
  return sharp(Buffer.from(ground))
    .composite([
      { input: heading.input, left, top },
      { input: byline.input, left, top: Math.min(top + heading.height + 36, foot - 70 - byline.height) },
      {
        input: service.input,
        left: left + 38 * dots.length + 12,
        top: foot - Math.round(service.height / 2),
      },
    ])
    .png()
    .toBuffer();
}

/** Up to 40 kB each. */
const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: 200 });

/** Drawn once while it is asked for often; a project with another title has another picture. */
export function socialCard(texts: CardTexts): Promise<Uint8Array> {
  const key = createHash('sha256').update(JSON.stringify(texts)).digest('base64');
  const known = drawn.get(key);
  if (known) return known;
  const drawing = drawCard(texts);
  drawing.catch(() => drawn.delete(key));
  drawn.set(key, drawing);
  return drawing;
}
