/** A plot of Stats by uPlot: the same stacked bars as the server draws, for the rows in view. */
import uPlot from 'uplot';
import { formatNumber } from '../../../ui/format.ts';
import { fillOf, looksOf } from './plot-looks.ts';
import type { View } from './plot-view.ts';
import { barShare, barsOf, highest, labelsInPlot, lookOf, plotSize, type Bar, type Plot } from './plots.ts';
import { niceTicks } from './ticks.ts';
import { rowLabel } from './words.ts';

type Canvas = {
  figure: HTMLElement;
  plot: Plot;
  viewed: () => View;
  /** Called with the row under the cursor; undefined without one. */
  onCursor: (at: number | undefined) => void;
  /** Called with two positions on the scale of rows, when somebody has dragged from one to the other. */
  onDrag: (one: number, other: number) => void;
  onReset: () => void;
};

/** Pixels that a pointer may move within a click. */
const dragDistance = 6;

export function drawCanvas(target: HTMLElement, deps: Canvas): uPlot {
  const { figure, plot, viewed, onCursor, onDrag, onReset } = deps;
  const { rows, parts } = plot;
  const looks = () => looksOf(figure);
  const font = looks().font;
  const ticks = () => {
    const { from, count } = viewed();
    return niceTicks(highest(plot, rows.slice(from, from + count)));
  };
  const bounds = (): [number, number] => {
    const { from, count } = viewed();
    return [from - 0.5, from + count - 0.5];
  };
  const labels = () => {
    const { from, count } = viewed();
    const every = Math.max(1, Math.ceil(count / labelsInPlot));
    return Array.from({ length: Math.ceil(count / every) }, (_, n) => from + n * every);
  };
  const line = { show: false };
  const options: uPlot.Options = {
    ...sizeOf(figure),
    padding: [plotSize.top, 0, 0, 0],
    legend: { show: false },
    scales: { x: { time: false, range: bounds }, y: { range: () => [0, ticks().at(-1) ?? 1] } },
    axes: [
      {
        ...{ size: plotSize.bottom, gap: 9, font, stroke: () => looks().text, grid: line, ticks: line },
        splits: labels,
        values: (_, splits) => splits.map((at) => rowLabel(plot, at)),
      },
      {
        ...{ size: scaleWidth(figure), gap: 8, font, stroke: () => looks().text, ticks: line },
        grid: { stroke: () => looks().grid, width: 1 },
        splits: ticks,
        values: (_, splits) => splits.map(formatNumber),
      },
    ],
    series: [
      {},
      ...parts.map((part) =>
        barSeries(
          deps,
          (bar) => !bar.isHidden && plot.columns[bar.column] === part,
          () => fillOf(lookOf(part), looks(), devicePixelRatio),
        ),
      ),
      barSeries(
        deps,
        ({ isHidden }) => isHidden,
        () => looks().hidden,
      ),
    ],
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false, dist: dragDistance },
      bind: byMouse(onReset),
    },
    hooks: {
      setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)],
      setSelect: [
        (drawn) => {
          const { left, width } = drawn.select;
          if (width <= 0) return;
          onDrag(drawn.posToVal(left, 'x'), drawn.posToVal(left + width, 'x'));
          drawn.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
      draw: [(drawn) => drawNotes(drawn, deps)],
    },
  };
  // uPlot places bars by row number: a row is a day or a month of UTC, whatever the zone of the browser.
  const data: uPlot.AlignedData = [
    rows.map((_, at) => at),
    ...options.series.slice(1).map(() => rows.map(() => 0)),
  ];
  return new uPlot(options, data, target);
}

/**
 * The listeners of uPlot, for a mouse only: after a finger, browsers send the events of a mouse, too, which would take the
 * cursor away again.
 */
function byMouse(onReset: () => void): uPlot.Cursor.Bind {
  let pointer = 'mouse';
  const filtered: uPlot.Cursor.MouseListenerFactory = (_, target, handler) => {
    for (const name of ['pointerdown', 'pointermove'] as const)
      target.addEventListener(name, (event) => (pointer = event.pointerType));
    return (event) => {
      if (pointer === 'mouse' && event.button === 0) handler(event);
      return null;
    };
  };
  return {
    ...{ mousedown: filtered, mousemove: filtered, mouseenter: filtered, mouseleave: filtered },
    dblclick: () => () => {
      onReset();
      return null;
    },
  };
}

/** The width of the scale's numbers, up to the first bar. */
const scaleWidth = (figure: HTMLElement): number => {
  const bars = figure.querySelector('.plot-bars');
  return bars ? bars.getBoundingClientRect().left - figure.getBoundingClientRect().left : 0;
};

export const sizeOf = (figure: HTMLElement) => ({
  width: Math.floor(figure.getBoundingClientRect().width),
  height: plotSize.height,
});

/** The bars of one part in all rows in view, with the geometry of the SVG. */
function barSeries(
  { figure, plot, viewed }: Canvas,
  isMine: (bar: Bar) => boolean,
  fill: () => CanvasPattern | string,
): uPlot.Series {
  return {
    ...{ width: 1, fill, stroke: () => looksOf(figure).gap, points: { show: false } },
    paths: (drawn) => {
      const path = new Path2D();
      const { from, count } = viewed();
      const wide = drawn.bbox.width * Math.min(barShare.ofRow / count, barShare.ofPlot);
      const least = plotSize.hidden * devicePixelRatio;
      for (let at = from; at < from + count; at++)
        for (const bar of barsOf(plot, plot.rows[at] ?? []).filter(isMine)) {
          const top = drawn.valToPos(bar.to, 'y', true);
          const tall = bar.isHidden ? least : drawn.valToPos(bar.from, 'y', true) - top;
          path.rect(drawn.valToPos(at, 'x', true) - wide / 2, bar.isHidden ? top - least : top, wide, tall);
        }
      return { stroke: path, fill: path };
    },
  };
}

/** A dashed line for each note, with its number above. */
function drawNotes(drawn: uPlot, { figure, plot, viewed }: Canvas): void {
  const { from, count } = viewed();
  const { note, text, font } = looksOf(figure);
  const { ctx, bbox } = drawn;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = note;
  ctx.fillStyle = text;
  ctx.lineWidth = ratio;
  ctx.font = font.replace(/\d+/, (size) => String(Number(size) * ratio));
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.setLineDash([3 * ratio, 3 * ratio]);
  for (const { at, number } of plot.notes.filter((one) => one.at >= from && one.at < from + count)) {
    const x = drawn.valToPos(at, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top - 4 * ratio);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillText(String(number), x, bbox.top - 6 * ratio);
  }
  ctx.restore();
}
