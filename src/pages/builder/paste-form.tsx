import { useState } from 'preact/hooks';
import type { Built } from '../../embed-code/built.ts';
import { readSnippet } from '../../embed-code/paste.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { Section } from '../../ui/section.tsx';

type Props = { isUnread: boolean; onRead: (built: Built) => void };

/** Loads a snippet that is on somebody's site already. */
export function Paste({ isUnread, onRead }: Props) {
  const { words, say } = useWords();
  const w = words.builder.paste;
  const [told, setTold] = useState(isUnread ? w.unread : '');
  return (
    <Section id="paste" title={w.title}>
      <form
        action="/builder"
        onSubmit={(event) => {
          event.preventDefault();
          const pasted = (event.currentTarget.elements.namedItem('snippet') as HTMLTextAreaElement).value;
          const read = readSnippet(pasted);
          setTold(read ? say(w.loaded, { embed: words.builder.embeds[read.embed.name].title }) : w.unread);
          if (read) onRead(read);
        }}
      >
        <div class="field">
          <label for="pasted">{w.label}</label>
          <textarea id="pasted" name="snippet" rows={5} spellcheck={false} autocomplete="off" />
        </div>
        <p class="answers">
          <button class="button plain">{w.load}</button>
          <span role="status">{told && <span key={told}>{told}</span>}</span>
        </p>
      </form>
    </Section>
  );
}
