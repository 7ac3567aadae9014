import { Prose } from '../../../ui/prose.tsx';
import type { ConsoleLine } from './console-lines.ts';

/** Lines of the console, each with its cause and its remedy. */
export const LineList = ({ lines }: { lines: ConsoleLine[] }) => (
  <div class="lines">
    {lines.map(({ line, from, cause, remedy }) => (
      <>
        <h3>
          <code>{line}</code>
        </h3>
        <p class="quiet">Written by: {from}.</p>
        <p>
          <Prose text={cause} />
        </p>
        <p>
          <strong>What to do.</strong> <Prose text={remedy} />
        </p>
      </>
    ))}
  </div>
);
