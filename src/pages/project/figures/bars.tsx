import type { Figure, StatsNote } from '../../../contract/stats-figures.ts';
import { formatNumber } from '../../../ui/format.ts';
import { niceTicks } from './ticks.ts';
import { cellText, fullPeriod, wordOf } from './words.ts';

type Props = {
  figure: Figure;
  /** The columns that are stacked. */
  parts: string[];
  /** Notes on days, numbered as in their list. */
  notes?: (StatsNote & { at: number; number: number })[];
  label: (name: string) => string;
};

type Row = Figure['rows'][number];

const valueOf = (row: Row, column: number) => Number(row[column] ?? 0);

const height = 200;
const plotTop = 18;
const plotBottom = height - 28;
const hiddenHeight = 3;
const widestBar = 5; // per cent of the plot

const percent = (value: number) => `${value.toFixed(2)}%`;

/** Stacked bars as SVG: across in per cent and down in pixels. The title of a bar is its tool-tip. */
export function Bars({ figure: { columns, rows }, parts, notes = [], label }: Props) {
  const at = parts.map((part) => columns.indexOf(part));
  const total = (row: Row) => at.reduce((sum, column) => sum + valueOf(row, column), 0);
  const ticks = niceTicks(Math.max(0, ...rows.map(total)));
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => plotBottom - (value / top) * (plotBottom - plotTop);
  const slot = 100 / Math.max(1, rows.length);
  const bar = Math.min(slot * 0.78, widestBar);
  const labelEvery = Math.max(1, Math.ceil(rows.length / 5));
  return (
    <figure class="plot plot-area">
      <svg class="plot-scale" height={height} aria-hidden="true">
        {ticks.map((tick) => (
          <text x="100%" y={y(tick)} dy="0.32em" text-anchor="end">
            {formatNumber(tick)}
          </text>
        ))}
      </svg>
      <svg class="plot-bars" height={height} aria-hidden="true">
        {ticks.map((tick) => (
          <line class="grid" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
        ))}
        {rows.map((row, place) => (
          <g>
            <Stack
              row={row}
              columns={columns}
              at={at}
              left={percent(place * slot + (slot - bar) / 2)}
              {...{ y, bar }}
            />
            {place % labelEvery === 0 && (
              <text x={percent(place * slot + slot / 2)} y={height - 8} text-anchor="middle">
                {label(String(row[0]))}
              </text>
            )}
          </g>
        ))}
        {notes.map(({ at: place, number, text }) => (
          <g class="plot-note">
            <line
              x1={percent((place + 0.5) * slot)}
              x2={percent((place + 0.5) * slot)}
              y1={plotTop - 4}
              y2={plotBottom}
            />
            <text x={percent((place + 0.5) * slot)} y={plotTop - 6} text-anchor="middle">
              {number}
              <title>{text}</title>
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}

type StackProps = {
  row: Row;
  columns: string[];
  /** The columns that are stacked. */
  at: number[];
  left: string;
  bar: number;
  y: (value: number) => number;
};

/** Parts that are drawn together differ in colour and in texture, so that they can be told apart without colour. */
const textures = [undefined, 'M-2 2 l4 -4 M0 8 l8 -8 M6 10 l4 -4', 'M0 2 h8 M0 6 h8'];

/** A part looks the same in every plot; a sum looks like the first. */
const looks: Record<string, number> = {
  ...{ classification: 1, browser: 1, late: 1, returning: 1 },
  ...{ signup: 2, link: 2 },
};
const fillOf = (part: string) => `url(#plot-fill-${looks[part] ?? 0})`;

/** The fills of all bars of a page, which has them once. */
export const Fills = () => (
  <svg width="0" height="0" class="plot-fills" aria-hidden="true">
    <defs>
      {textures.map((texture, look) => (
        <pattern id={`plot-fill-${look}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" class={`part-${look}`} />
          {texture && <path d={texture} class="texture" />}
        </pattern>
      ))}
    </defs>
  </svg>
);

/** The bars of one row, on top of each other; a hidden group is a line of its own height. */
function Stack({ row, columns, at, left, bar, y }: StackProps) {
  let from = 0;
  return (
    <>
      {at.map((column) => {
        const value = valueOf(row, column);
        const isHidden = row[column] === null;
        if (!isHidden && value <= 0) return null;
        const top = y(from + value);
        const tall = isHidden ? hiddenHeight : y(from) - top;
        from += value;
        return (
          <rect
            class={isHidden ? 'piece hidden-group' : 'piece'}
            fill={isHidden ? undefined : fillOf(columns[column] ?? '')}
            x={left}
            width={percent(bar)}
            y={isHidden ? top - hiddenHeight : top}
            height={tall}
          >
            <title>{`${fullPeriod(String(row[0]))}: ${cellText(row[column] ?? null)} ${wordOf(columns[column] ?? '')}`}</title>
          </rect>
        );
      })}
    </>
  );
}

/** The legend of stacked bars. */
export const Legend = ({ parts }: { parts: string[] }) => (
  <ul class="legend">
    {parts.map((part) => (
      <li>
        <svg width="22" height="16" aria-hidden="true">
          <rect class="piece" fill={fillOf(part)} width="22" height="16" rx="2" />
        </svg>
        {wordOf(part)}
      </li>
    ))}
  </ul>
);
