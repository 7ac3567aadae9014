import { isWhole, fewestRows, type View } from './plot-view.ts';

export type PlotDeed = 'in' | 'out' | 'earlier' | 'later' | 'whole';

type Props = { title: string; view: View; rows: number; onDeed: (deed: PlotDeed) => void };

/** The buttons below a plot. A button that can do nothing keeps the focus, so that the keyboard's place is not lost. */
export function PlotTools({ title, view, rows, onDeed }: Props) {
  const isAll = isWhole(view, rows);
  const buttons: [PlotDeed, string, string, boolean][] = [
    ['in', '+', 'Zoom in', view.count > fewestRows],
    ['out', '−', 'Zoom out', !isAll],
    ['earlier', '‹', 'Earlier', view.from > 0],
    ['later', '›', 'Later', view.from + view.count < rows],
    ['whole', 'All', 'All, the whole period', !isAll],
  ];
  return (
    <>
      {buttons.map(([deed, sign, name, isPossible]) => (
        <button
          type="button"
          class="button plain"
          aria-label={`${name}: ${title}`}
          title={name}
          aria-disabled={!isPossible}
          onClick={() => isPossible && onDeed(deed)}
        >
          {sign}
        </button>
      ))}
      <span class="quiet plot-hint">Drag across the plot to zoom in.</span>
    </>
  );
}
