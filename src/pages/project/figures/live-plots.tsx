/**
 * Draws the plots of Stats again, by uPlot: with a tool-tip, zoom and a way by keyboard. The drawing of the server stays
 * in the page, for print and for browsers in which this script does not run.
 */
import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './live-plots.css';
import { drawCanvas, sizeOf } from './plot-canvas.ts';
import { followFinger, followKeys } from './plot-controls.ts';
import { nameAt, PlotTip, spokenAt } from './plot-tip.tsx';
import { PlotTools, type PlotDeed } from './plot-tools.tsx';
import { between, isWhole, panned, showing, wholeOf, within, zoomed, type View } from './plot-view.ts';
import type { Plot } from './plots.ts';
import { figureWords } from './words.ts';

export function drawAgain(plots: Plot[]): void {
  for (const plot of plots) {
    const figure = document.querySelector<HTMLElement>(`[data-plot="${plot.name}"]`);
    const tools = figure?.nextElementSibling;
    if (figure && tools) makeLive(figure, tools as HTMLElement, plot);
  }
}

function addTo<Name extends keyof HTMLElementTagNameMap>(parent: HTMLElement, name: Name, className: string) {
  const element = document.createElement(name);
  element.className = className;
  return parent.appendChild(element);
}

function partsOf(figure: HTMLElement, { name }: Plot) {
  const stage = addTo(figure, 'div', 'plot-live');
  const keys = addTo(figure, 'p', 'visually-hidden');
  keys.id = `plot-keys-${name}`;
  keys.textContent =
    'Left and right arrows move from value to value, Home and End to the first and the last; plus and minus zoom, Escape shows the whole period.';
  const spoken = addTo(figure, 'p', 'visually-hidden');
  spoken.setAttribute('aria-live', 'polite');
  stage.tabIndex = 0;
  // An application: screen readers pass the arrow keys on.
  stage.setAttribute('role', 'application');
  stage.setAttribute('aria-label', `${figureWords[name].title}, plot`);
  stage.setAttribute('aria-describedby', keys.id);
  const tip = addTo(figure, 'div', 'plot-tip');
  tip.setAttribute('aria-hidden', 'true');
  tip.hidden = true;
  return { stage, spoken, tip };
}

function makeLive(figure: HTMLElement, tools: HTMLElement, plot: Plot): void {
  const { title } = figureWords[plot.name];
  const rows = plot.rows.length;
  let view = wholeOf(rows);
  let at: number | undefined;
  const { stage, spoken, tip } = partsOf(figure, plot);

  const drawn = drawCanvas(stage, {
    ...{ figure, plot, viewed: () => view },
    onCursor: (row) => showTip(row),
    onDrag: (one, other) => look(between(one, other, rows)),
    onReset: () => look(wholeOf(rows)),
  });
  figure.classList.add('is-live');

  function showTip(row: number | undefined): void {
    at = row;
    tip.hidden = row === undefined;
    if (row === undefined) return;
    render(<PlotTip plot={plot} at={row} />, tip);
    const x = drawn.over.offsetLeft + drawn.valToPos(row, 'x');
    const room = figure.clientWidth;
    const beyond = x + 12 + tip.offsetWidth > room ? x - 12 - tip.offsetWidth : x + 12;
    tip.style.left = `${Math.max(0, Math.min(beyond, room - tip.offsetWidth))}px`;
  }

  const drawTools = () => render(<PlotTools title={title} view={view} rows={rows} onDeed={act} />, tools);

  function look(next: View): void {
    view = within(next, rows);
    // uPlot moves its cursor with the scale.
    const kept = at;
    // At once: the cursor is placed by the new scale.
    drawn.batch(() => {
      drawn.setScale('x', { min: view.from - 0.5, max: view.from + view.count - 0.5 });
      drawn.redraw(true, true);
    });
    const isInView = kept !== undefined && kept >= view.from && kept < view.from + view.count;
    moveTo(isInView ? kept : undefined);
    drawTools();
  }

  /** Puts the cursor at a row, which is brought into view. */
  function moveTo(row: number | undefined): void {
    if (row === undefined) return drawn.setCursor({ left: -10, top: -10 });
    if (row < view.from || row >= view.from + view.count) {
      at = row;
      return look(showing(view, rows, row));
    }
    drawn.setCursor({ left: drawn.valToPos(row, 'x'), top: 10 });
  }

  const say = () => {
    const last = view.from + view.count - 1;
    spoken.textContent = isWhole(view, rows)
      ? 'The whole period.'
      : `${nameAt(plot, view.from)} to ${nameAt(plot, last)}.`;
  };

  function act(deed: PlotDeed): void {
    if (deed === 'whole') look(wholeOf(rows));
    else if (deed === 'in' || deed === 'out') look(zoomed(view, rows, deed === 'in', at));
    else look(panned(view, rows, deed === 'earlier' ? -1 : 1));
    say();
  }

  followKeys(stage, {
    cursor: () => at,
    view: () => view,
    onMove: (row) => {
      const target = Math.min(Math.max(0, row), rows - 1);
      moveTo(target);
      spoken.textContent = spokenAt(plot, target);
    },
    onDeed: act,
    onLeave: () => moveTo(undefined),
    isZoomed: () => !isWhole(view, rows),
  });
  followFinger(drawn.over, (left) => drawn.setCursor({ left, top: 10 }));
  new ResizeObserver(() => {
    if (sizeOf(figure).width === drawn.width) return;
    const kept = at;
    drawn.batch(() => drawn.setSize(sizeOf(figure)));
    // The tool-tip must not stay where a narrower window has no room.
    moveTo(kept);
  }).observe(figure);
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    matchMedia(query).addEventListener('change', () => drawn.redraw(false));
  drawTools();
}
