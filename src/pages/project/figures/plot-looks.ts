/** The colours and fonts of a plot on a canvas: those of the drawing that it takes the place of, as the page has them now. */
import { textures, textureSize } from './plots.ts';

export type Looks = ReturnType<typeof looksOf>;

/** Read again at each drawing: the scheme changes between day and night. */
export function looksOf(figure: HTMLElement) {
  const property = (name: string) => getComputedStyle(figure).getPropertyValue(name);
  const drawn = (selector: string) => getComputedStyle(figure.querySelector(selector) ?? figure);
  const text = drawn('.plot-scale text');
  return {
    text: text.fill,
    font: `${Math.round(parseFloat(text.fontSize))}px ${text.fontFamily}`,
    grid: drawn('.grid').stroke,
    gap: property('--page'),
    note: property('--ink'),
    hidden: property('--edge'),
    parts: ['--first-part', '--second-part', '--third-part'].map(property),
    texture: property('--texture'),
  };
}

/** The same fill as in the SVG. `ratio`: pixels of the canvas for one of the page. */
export function fillOf(look: number, { parts, texture }: Looks, ratio: number): CanvasPattern | string {
  const color = parts[look] ?? '';
  const lines = textures[look];
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(textureSize * ratio);
  const context = tile.getContext('2d');
  if (!lines || !context) return color;
  context.scale(tile.width / textureSize, tile.height / textureSize);
  context.fillStyle = color;
  context.fillRect(0, 0, textureSize, textureSize);
  context.strokeStyle = texture;
  context.lineWidth = 1.4;
  context.stroke(new Path2D(lines));
  return context.createPattern(tile, 'repeat') ?? color;
}
