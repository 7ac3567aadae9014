/** The content of the card below its title after a tap: a form, or what the participant unfolded. */
import { h } from 'preact';
import { daysIn } from '../../lib/messages.ts';
import type { Shown } from '../view.tsx';
import { say, speak } from '../words.ts';
import { AddressForm, CodeForm } from './forms.tsx';
import css from './style.css?inline';
import { WhatIsSent } from './what-is-sent.tsx';

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

/** In a shadow root of ours; a page with styles of its own gets none. */
function wear(element: Element | null) {
  const root = element?.getRootNode();
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(sheet))
    root.adoptedStyleSheets.push(sheet);
}

export function Further({ texts, ...shown }: Shown) {
  const { state, wording } = shown;
  const { words, project, isNamed } = state;
  speak(words);
  return (
    <div class="below" ref={wear}>
      {wording === 'email' && isNamed && (
        <p part="text">
          {say('named.join', { days: daysIn(words?.lang ?? 'en', project?.retention_days ?? 0) })}
        </p>
      )}
      {wording === 'email' && <AddressForm {...shown} />}
      {(wording === 'code' || wording === 'group') && <CodeForm {...shown} />}
      {state.isOpen && (
        <div part="details">
          {texts}
          {wording === 'ask' && <WhatIsSent {...state} />}
        </div>
      )}
    </div>
  );
}
