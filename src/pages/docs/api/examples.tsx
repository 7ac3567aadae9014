import type { ApiExample } from '../../../contract/pages/api-docs.ts';
import { Snippet } from '../../../ui/snippet.tsx';

/**
 * One example in several languages, of which the chosen one is shown. Radio buttons and CSS alone: it works without a
 * script, and a browser that cannot do it shows them all. `name` begins the name of each snippet.
 */
export const Examples = ({ name, examples }: { name: string; examples: ApiExample[] }) => (
  <div class="examples" data-languages>
    <fieldset class="languages">
      <legend class="visually-hidden">Language of the example</legend>
      {examples.map(({ language, title }, index) => (
        <span>
          <input
            type="radio"
            name="language"
            id={`language-${language}`}
            value={language}
            checked={index === 0}
          />
          <label for={`language-${language}`}>{title}</label>
        </span>
      ))}
    </fieldset>
    {examples.map(({ language, title, code }) => (
      <div data-language={language}>
        <Snippet name={`${name}-${language}`} label={title} code={code} />
      </div>
    ))}
  </div>
);
