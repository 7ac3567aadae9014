import { useState } from 'preact/hooks';
import type { Built } from '../../embed-code/built.ts';
import { readSnippet } from '../../embed-code/paste.ts';
import { Section } from '../../ui/section.tsx';

type Props = { isUnread: boolean; onRead: (built: Built) => void };

/** Loads a snippet that is on somebody's site already. */
export function Paste({ isUnread, onRead }: Props) {
  const [told, setTold] = useState(isUnread ? unread : '');
  return (
    <Section id="paste" title="Change a snippet that you have">
      <form
        action="/builder"
        onSubmit={(event) => {
          event.preventDefault();
          const pasted = (event.currentTarget.elements.namedItem('snippet') as HTMLTextAreaElement).value;
          const read = readSnippet(pasted);
          setTold(read ? `Loaded: ${read.embed.title}.` : unread);
          if (read) onRead(read);
        }}
      >
        <div class="field">
          <label for="pasted">Your snippet, or the source of the page that has it</label>
          <textarea id="pasted" name="snippet" rows={5} spellcheck={false} autocomplete="off" />
        </div>
        <p class="answers">
          <button class="button plain">Load it</button>
          <span role="status">{told && <span key={told}>{told}</span>}</span>
        </p>
      </form>
    </Section>
  );
}

const unread = 'There is no embed of ours in it. A snippet has a script address with /static/api/ in it.';
