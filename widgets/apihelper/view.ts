/** One small button after the field, and one line in its place when it has done its work. */
import { tag } from '../lib/draw.ts';
import type { Words } from '../lib/messages.ts';
import css from './style.css?inline';
import { say, speak } from './words.ts';

export type Step = 'ask' | 'added' | 'blocked';

/** The button's element, and how it is told the next step. `page`: where to go on when no window opens. */
export function helperButton(words: Words, page: string, add: () => unknown) {
  const host = document.createElement('manyhands-profile');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  // There from the start, so that what it says later is announced.
  const line = tag('p', { role: 'status' });
  const control = tag('span', {});
  root.append(tag('div', speak(words), line, control));
  return {
    host,
    show(step: Step) {
      line.textContent = step === 'ask' ? '' : say(step);
      control.replaceChildren(
        step === 'ask'
          ? tag('button', { part: 'button', type: 'button', onclick: add }, say('add'))
          : step === 'blocked'
            ? tag('a', { part: 'button', href: page, target: '_blank', rel: 'noopener' }, say('visit'))
            : '',
      );
    },
  };
}
