/** The ways into a plot besides a mouse: keys, and a finger. */
import type { PlotDeed } from './plot-tools.tsx';
import type { View } from './plot-view.ts';

type Keys = {
  /** The row that the cursor is at. */
  cursor: () => number | undefined;
  view: () => View;
  isZoomed: () => boolean;
  onMove: (row: number) => void;
  onDeed: (deed: PlotDeed) => void;
  /** The tool-tip is dismissed. */
  onLeave: () => void;
};

export function followKeys(stage: HTMLElement, keys: Keys): void {
  const last = () => keys.view().from + keys.view().count - 1;
  const move = (by: number) => {
    const from = keys.cursor();
    // The first key goes to the latest value in view.
    keys.onMove(from === undefined ? last() : from + by);
  };
  const acts: Record<string, () => void> = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    Home: () => keys.onMove(0),
    End: () => keys.onMove(Number.MAX_SAFE_INTEGER),
    '+': () => keys.onDeed('in'),
    '=': () => keys.onDeed('in'),
    '-': () => keys.onDeed('out'),
    Escape: () => (keys.isZoomed() ? keys.onDeed('whole') : keys.onLeave()),
  };
  stage.addEventListener('keydown', (event) => {
    const act = acts[event.key];
    // With a modifier, the key is the browser's: Ctrl and plus enlarge the page.
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  stage.addEventListener('blur', keys.onLeave);
}

/** A finger that moves across reads values, and scrolls the page if it moves down; uPlot itself follows mice only. */
export function followFinger(over: HTMLElement, onAt: (left: number) => void): void {
  const follow = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return;
    const { left, width } = over.getBoundingClientRect();
    onAt(Math.min(Math.max(0, event.clientX - left), width));
  };
  over.addEventListener('pointerdown', follow);
  over.addEventListener('pointermove', follow);
}
