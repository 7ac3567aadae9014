import type { Frame } from '../../contract/pages.ts';
import { useWords } from '../words/use-words.tsx';

/** The choice of a language at the foot of a page. */
export function LanguageForm({ path, frame }: { path: string; frame: Frame }) {
  const { words, tag } = useWords();
  return (
    <form method="post" action="/language" class="language-form">
      <input type="hidden" name="next" value={path} />
      <label for="page-language">{words.frame.language}</label>
      <select id="page-language" name="language">
        {frame.languages?.map(([value, name]) => (
          <option value={value} lang={value} selected={value === tag}>
            {name}
          </option>
        ))}
      </select>
      <button class="button plain">{words.frame.choose}</button>
    </form>
  );
}
