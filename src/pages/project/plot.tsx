import type { EventSource } from '../../contract/event.ts';
import { counted, formatDay, formatNumber } from '../../ui/format.ts';
import { sourceWords, typeWords, type SeriesKind, type Series } from './series.ts';

const height = 240;
const plotTop = 12;
const plotBottom = height - 28;
const widestBar = 4; // per cent of the plot, so that three days do not look like a wall

const percent = (value: number) => `${value.toFixed(2)}%`;
const fillName = ({ type, source }: SeriesKind) => `fill-${type}-${source}`;

/** Colour says what was done; the texture over it says who vouches for it. Without colour both can still be told. */
const textures: Record<EventSource, string | undefined> = {
  api: undefined,
  browser: 'M-2 2 l4 -4 M0 8 l8 -8 M6 10 l4 -4',
  link: 'M0 2 h8 M0 6 h8',
};

const Fills = ({ kinds }: { kinds: SeriesKind[] }) => (
  <defs>
    {kinds.map((kind) => (
      <pattern id={fillName(kind)} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" class={`type-${kind.type}`} />
        {textures[kind.source] && <path d={textures[kind.source]} class="texture" />}
      </pattern>
    ))}
  </defs>
);

/** Stacked bars as SVG: across in per cent and down in pixels, so that words keep their size at every width. */
export function Plot({ series }: { series: Series }) {
  const { kinds, stacks, ticks } = series;
  const top = ticks.at(-1) ?? 1;
  const y = (events: number) => plotBottom - (events / top) * (plotBottom - plotTop);
  const slot = 100 / stacks.length;
  const bar = Math.min(slot * 0.78, widestBar);
  const labelEvery = Math.max(1, Math.ceil(stacks.length / 5));
  const total = stacks.reduce((sum, stack) => sum + stack.total, 0);
  return (
    <figure class="plot">
      <div class="plot-area">
        <svg class="plot-scale" height={height} aria-hidden="true">
          {ticks.map((tick) => (
            <text x="100%" y={y(tick)} dy="0.32em" text-anchor="end">
              {formatNumber(tick)}
            </text>
          ))}
        </svg>
        <svg
          class="plot-bars"
          height={height}
          role="img"
          aria-label={`Bars: ${counted(total, 'contribution')} in ${counted(stacks.length, 'day')}. The table below has every number.`}
        >
          <Fills kinds={kinds} />
          {ticks.map((tick) => (
            <line class="grid" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
          ))}
          {stacks.map(({ day, pieces }, place) => {
            const left = place * slot;
            return (
              <g>
                {pieces.map((piece) => (
                  <rect
                    class="piece"
                    x={percent(left + (slot - bar) / 2)}
                    width={percent(bar)}
                    y={y(piece.from + piece.events)}
                    height={y(piece.from) - y(piece.from + piece.events)}
                    fill={`url(#${fillName(piece)})`}
                  >
                    <title>{`${formatDay(day)}: ${formatNumber(piece.events)} ${typeWords[piece.type]}, ${sourceWords[piece.source]}`}</title>
                  </rect>
                ))}
                {place % labelEvery === 0 && (
                  <text x={percent(left + slot / 2)} y={height - 8} text-anchor="middle">
                    {formatDay(day)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <figcaption>
        <ul class="legend">
          {kinds.map((kind) => (
            <li>
              <svg width="22" height="16" aria-hidden="true">
                <rect class="piece" width="22" height="16" rx="2" fill={`url(#${fillName(kind)})`} />
              </svg>
              {typeWords[kind.type]}, {sourceWords[kind.source]}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
