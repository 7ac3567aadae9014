/** One small line after the field: the button, what it did with the way back, or the way on. */
import { tag } from '../lib/draw.ts';
import type { Words } from '../lib/messages.ts';
import css from './style.css?inline';
import { say, speak } from './words.ts';

export type Step = 'add' | 'added' | 'blocked';

/** The line's element, and how it is told the next step. `page`: where to go on when no window opens. */
export function helperLine(words: Words, page: string, add: () => unknown, forget: () => unknown) {
  const host = document.createElement('manyhands-profile');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  // There from the start, so that what it says later is announced.
  const line = tag('span', { role: 'status' });
  let control = tag('span', {});
  root.append(tag('div', speak(words), line, control));
  const button = (label: 'add' | 'notMe', onclick: () => unknown) =>
    tag('button', { part: 'button', type: 'button', onclick }, say(label));
  return {
    host,
    show(step: Step) {
      const { activeElement } = root;
      line.textContent = step === 'add' ? '' : `${say(step)} `;
      control.replaceWith(
        (control =
          step === 'add'
            ? button(step, add)
            : step === 'added'
              ? button('notMe', forget)
              : tag('a', { part: 'button', href: page, target: '_blank' }, say('visit'))),
      );
      // Whoever pressed what is gone goes on from what stands there instead.
      if (activeElement) control.focus();
    },
  };
}
