import type { Frame } from '../../contract/pages.ts';
import type { AccountPage } from '../../contract/pages/account.ts';
import { Fold } from '../../ui/fold.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

/** For each address: whether other people can make us mail it; and the language of mails. */
export function MailSettings({
  addresses,
  mailLanguage,
  isOpen,
  languages = [],
}: Pick<AccountPage, 'addresses' | 'mailLanguage'> & { isOpen: boolean; languages: Frame['languages'] }) {
  const { words, say } = useWords();
  const w = words.manage;
  return (
    <Fold id="mail" heading="h2" title={w.mail} isOpen={isOpen}>
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
      <form method="post" action="/me/mail/language" class="language-form">
        <label for="mail-language">{w.mailLanguage}</label>
        <select id="mail-language" name="language" aria-describedby="mail-language-says">
          <option value="">{w.mailLanguageUsed}</option>
          {languages.map(([value, name]) => (
            <option value={value} lang={value} selected={value === mailLanguage}>
              {name}
            </option>
          ))}
        </select>
        <button class="button plain" aria-label={`${w.mailLanguageSave} (${w.mailLanguage})`}>
          {w.mailLanguageSave}
        </button>
      </form>
      <p id="mail-language-says" class="quiet">
        {w.mailLanguageSays}
      </p>
    </Fold>
  );
}
