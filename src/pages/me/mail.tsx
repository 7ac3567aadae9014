import type { PageData } from '../../contract/pages.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

/** For each address: whether other people can make us mail it, and the way to change that. */
export function MailSettings({ addresses }: Pick<PageData['me'], 'addresses'>) {
  const { words, say } = useWords();
  const w = words.manage;
  return (
    <section aria-labelledby="mail">
      <h3 id="mail">{w.mail}</h3>
      <p>{w.mailSays}</p>
      <ul class="rows">
        {addresses.map(({ address, isMailEnded }) => {
          const choice = isMailEnded ? w.mailAllow : w.mailStop;
          return (
            <li class="split">
              <span>
                {address} <span class="badge">{isMailEnded ? w.mailOff : w.mailOn}</span>
              </span>
              <PostButton
                action="/me/mail"
                fields={{ address, mail: isMailEnded ? 'again' : 'never' }}
                label={say(w.mailLabel, { choice, address })}
              >
                {choice}
              </PostButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
