import { CopyField } from '../../ui/copy-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Built, faultsIn } from '../../embed-code/built.ts';
import { Choices } from './choices.tsx';
import { blocksOf, formOf, forms, policyOf, roomOf, type Service } from '../../embed-code/snippets.ts';

type Props = { built: Built; service: Service; onChange: (built: Built) => void };

/** Shows the snippet to copy; while something is missing, its name instead of a snippet that would not work. */
export function Result({ built, service, onChange }: Props) {
  const { embed, values } = built;
  const missing = embed.missing?.(values) ?? [];
  const faults = Object.entries(faultsIn(built));
  const form = formOf(built);
  return (
    <section aria-labelledby="snippet" class="result">
      <h2 id="snippet">Snippet</h2>
      {missing.length > 0 || faults.length > 0 ? (
        <Notice kind="warning">
          <p>Before there is a snippet to copy:</p>
          <ul>
            {missing.map((text) => (
              <li>Missing: {text}</li>
            ))}
            {faults.map(([name, text]) => (
              <li>
                <a href={`#set-${name}`}>{name}</a>: {text}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <>
          <Choices
            label="For"
            all={forms.filter(({ isFor }) => isFor(built))}
            current={form.name}
            to={(name) => ({ ...built, as: name })}
            onChange={onChange}
          />
          <p>{form.note}</p>
          {blocksOf(built, service).map(({ label, code }) => (
            <CopyField key={label} label={label} value={code} kind="block" />
          ))}
          {form.name !== 'link' && (
            <>
              <h3>If your site has a content security policy</h3>
              <CopyField label="It must allow" value={policyOf(built, service)} kind="block" />
              {roomOf(built) !== undefined && (
                <p class="quiet">
                  The element around the script keeps its room by a <code>style</code> attribute. A policy
                  that forbids those needs the height in your own style sheet: <code>{roomOf(built)}</code>
                </p>
              )}
            </>
          )}
        </>
      )}
    </section>
  );
}
