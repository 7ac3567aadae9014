/** Reads values off the plots of Stats: a tool-tip under the pointer or finger, and a cursor by keyboard. */
// First: some views are made while their files are loaded.
import '../../../ui/untranslated.ts';
import { render } from 'preact';
import { ownEntry } from '../../../contract/fields/own-entry.ts';
import {
  createLanguage,
  fillIn,
  type LanguagePart,
  type PageLanguage,
  type PageWords,
} from '../../../ui/words/language.ts';
import { SpokenLanguage } from '../../../ui/words/use-words.tsx';
import { PlotTip, spokenAt } from './plot-tip.tsx';
import type { Plot } from './plots.ts';

/** The plots of a page, with the words that they are read with. */
export type PlotsToRead = { language: LanguagePart; plots: Plot[] };

export function readPlots({ language: { tag, words }, plots }: PlotsToRead): void {
  const language = createLanguage(tag, words as PageWords);
  for (const plot of plots) {
    const figure = document.querySelector<HTMLElement>(`[data-plot="${plot.name}"]`);
    const bars = figure?.querySelector<SVGElement>('.plot-bars');
    if (figure && bars) readPlot(figure, bars, plot, language);
  }
}

function readPlot(figure: HTMLElement, bars: SVGElement, plot: Plot, language: PageLanguage): void {
  const w = language.words.figures;
  const last = plot.rows.length - 1;
  const tip = figure.appendChild(document.createElement('div'));
  tip.className = 'plot-tip';
  tip.setAttribute('aria-hidden', 'true');
  tip.hidden = true;
  const spoken = figure.appendChild(document.createElement('p'));
  spoken.className = 'visually-hidden';
  spoken.setAttribute('aria-live', 'polite');
  // An application: screen readers pass the arrow keys on.
  figure.setAttribute('role', 'application');
  figure.setAttribute('aria-label', fillIn(w.plot, { title: w.names[plot.name].title }));
  figure.tabIndex = 0;
  // The browser's own tool-tips would cover ours.
  for (const title of bars.querySelectorAll('.piece title')) title.remove();
  const stacks = bars.querySelectorAll('.stack');

  let at: number | undefined;
  function show(row: number | undefined): void {
    stacks[at ?? -1]?.classList.remove('is-read');
    at = row;
    tip.hidden = row === undefined;
    if (row === undefined) return;
    stacks[row]?.classList.add('is-read');
    render(
      <SpokenLanguage.Provider value={language}>
        <PlotTip plot={plot} at={row} />
      </SpokenLanguage.Provider>,
      tip,
    );
    const drawn = bars.getBoundingClientRect();
    const x = drawn.left - figure.getBoundingClientRect().left + ((row + 0.5) / (last + 1)) * drawn.width;
    const room = figure.clientWidth - tip.offsetWidth;
    tip.style.left = `${Math.max(0, Math.min(x + 12 > room ? x - 12 - tip.offsetWidth : x + 12, room))}px`;
  }

  const follow = ({ clientX }: PointerEvent) => {
    const { left, width } = bars.getBoundingClientRect();
    show(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * (last + 1)))));
  };
  bars.addEventListener('pointermove', follow);
  bars.addEventListener('pointerdown', follow);
  // A finger that is lifted leaves what it has read.
  bars.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && show(undefined));
  figure.addEventListener('blur', () => show(undefined));
  figure.addEventListener('keydown', (event) => {
    const rows: Record<string, number> = {
      ArrowLeft: (at ?? last + 1) - 1,
      ArrowRight: (at ?? last - 1) + 1,
      Home: 0,
      End: last,
    };
    if (event.key === 'Escape') return show(undefined);
    const row = ownEntry(rows, event.key);
    if (row === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(Math.max(0, Math.min(last, row)));
    spoken.textContent = spokenAt(language, plot, at ?? last);
  });
  // The tool-tip must not stay where a narrower window has no room.
  new ResizeObserver(() => show(at)).observe(figure);
}
