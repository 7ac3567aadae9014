/** One small line after the field: the button, its result with a way to undo it, or a link. */
import { h, render } from 'preact';
import { speaker, type Words } from '../lib/messages.ts';
import { sheltered } from '../lib/mount.ts';
import css from './style.css?inline';
import { apihelper } from '../../src/messages/en.json';

const { speak, say } = speaker('apihelper', apihelper);

type ApihelperStep = 'add' | 'added' | 'blocked';
type LineProps = {
  step: ApihelperStep;
  words: Words;
  page: string;
  add: () => unknown;
  forget: () => unknown;
};

/** The live region is there from the start, so that what it says later is announced. */
const HelperLine = ({ step, words, page, add, forget }: LineProps) => (
  <div {...speak(words)}>
    <span role="status">{step !== 'add' && <span key={step}>{say(step)} </span>}</span>
    {step === 'blocked' ? (
      <a part="button" href={page} target="_blank" rel="noopener">
        {say('visit')}
      </a>
    ) : (
      <button key={step} part="button" type="button" onClick={step === 'add' ? add : forget}>
        {say(step === 'add' ? 'add' : 'notMe')}
      </button>
    )}
  </div>
);

/** The line's element, and the function that shows its next step. `page`: the link, where the browser blocks windows. */
export function helperLine(line: Omit<LineProps, 'step'>) {
  const host = document.createElement('manyhands-profile');
  // It has one control, so that Tab is the page's.
  const root = sheltered(host, css, true);
  host.tabIndex = 0;
  return {
    host,
    show(step: ApihelperStep) {
      const { activeElement } = root;
      render(h(HelperLine, { ...line, step }), root);
      // Moves the focus from a control that was removed to the one that replaces it.
      if (activeElement) root.querySelector<HTMLElement>('[part]')?.focus();
    },
  };
}
