import type { Figure } from '../../../contract/pages/stats-figures.ts';
import { useWords } from '../../../ui/words/use-words.tsx';
import { barShare, barsOf, highest, labelsInPlot, lookOf, plotSize, textures, type Plot } from './plots.ts';
import { niceTicks } from './ticks.ts';
import { cellText, fullPeriod, rowLabel, wordOf } from './words.ts';

const { height, top: plotTop, hidden: hiddenHeight } = plotSize;
const plotBottom = height - plotSize.bottom;

const percent = (value: number) => `${value.toFixed(2)}%`;

/**
 * Stacked bars as SVG: across in per cent and down in pixels. The title of a bar is its tool-tip until a script reads
 * the values (read-plots.tsx); `isLive`: one does.
 */
export function Bars({ plot, isLive = false }: { plot: Plot; isLive?: boolean }) {
  const language = useWords();
  const { rows, notes } = plot;
  const ticks = niceTicks(highest(plot, rows));
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => plotBottom - (value / top) * (plotBottom - plotTop);
  const slot = 100 / Math.max(1, rows.length);
  const bar = Math.min(slot * barShare.ofRow, 100 * barShare.ofPlot);
  const labelEvery = Math.max(1, Math.ceil(rows.length / labelsInPlot));
  return (
    <figure class="plot plot-area" data-plot={isLive ? plot.name : undefined}>
      <svg class="plot-scale" height={height} aria-hidden="true">
        {ticks.map((tick) => (
          <text x="100%" y={y(tick)} dy="0.32em" text-anchor="end">
            {language.number(tick)}
          </text>
        ))}
      </svg>
      <svg class="plot-bars" height={height} aria-hidden="true">
        {ticks.map((tick) => (
          <line class="grid" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
        ))}
        {rows.map((row, place) => (
          <g class="stack">
            <Stack row={row} left={percent(place * slot + (slot - bar) / 2)} plot={plot} y={y} bar={bar} />
            {place % labelEvery === 0 && (
              <text x={percent(place * slot + slot / 2)} y={height - 8} text-anchor="middle">
                {rowLabel(language, plot, place)}
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
  plot: Plot;
  row: Figure['rows'][number];
  left: string;
  bar: number;
  y: (value: number) => number;
};

const fillOf = (part: string) => `url(#plot-fill-${lookOf(part)})`;

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
function Stack({ plot, row, left, bar, y }: StackProps) {
  const language = useWords();
  const titleOf = (column: number) =>
    language.say(language.words.figures.value, {
      row: fullPeriod(language, String(row[0])),
      value: cellText(language, row[column] ?? null),
      column: wordOf(language, plot.columns[column] ?? ''),
    });
  return (
    <>
      {barsOf(plot, row).map(({ column, from, to, isHidden }) => (
        <rect
          class={isHidden ? 'piece hidden-group' : 'piece'}
          fill={isHidden ? undefined : fillOf(plot.columns[column] ?? '')}
          x={left}
          width={percent(bar)}
          y={isHidden ? y(to) - hiddenHeight : y(to)}
          height={isHidden ? hiddenHeight : y(from) - y(to)}
        >
          <title>{titleOf(column)}</title>
        </rect>
      ))}
    </>
  );
}

/** The look of a part, next to its name. */
export const Swatch = ({ part }: { part: string }) => (
  <svg width="22" height="16" aria-hidden="true">
    <rect class="piece" fill={fillOf(part)} width="22" height="16" rx="2" />
  </svg>
);

/** The legend of stacked bars. */
export const Legend = ({ parts }: { parts: string[] }) => (
  <ul class="legend">
    {parts.map((part) => (
      <li>
        <Swatch part={part} />
        {wordOf(useWords(), part)}
      </li>
    ))}
  </ul>
);
