import { CopyField } from '../../ui/copy-field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Built, faultsIn } from '../../embed-code/built.ts';
import { isTyped } from './fields.tsx';
import { blocksOf, formOf, policyOf, roomOf, type Service } from '../../embed-code/snippets.ts';

type Props = { built: Built; service: Service };

/** Shows the snippet to copy; while something is missing, its name instead of a snippet that would not work. */
export function Result({ built, service }: Props) {
  const { embed, values } = built;
  const missing = embed.missing?.(values) ?? [];
  const faults = Object.entries(faultsIn(built));
  const form = formOf(built);
  return (
    <section aria-labelledby="snippet" class="result">
      <h2 id="snippet" class="visually-hidden">
        Snippet
      </h2>
      {missing.length > 0 || faults.length > 0 ? (
        <Notice kind="warning">
          <p>Still missing:</p>
          <ul>
            {missing.map((text) => (
              <li>{text}</li>
            ))}
            {faults.map(([name, text]) => (
              <li>
                {isTyped(name) ? <a href={`#set-${name}`}>{name}</a> : name}: {text}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <>
          {blocksOf(built, service).map(({ label, code }) => (
            <CopyField key={label} label={label} value={code} kind="block" />
          ))}
          {form.note !== '' && <p class="quiet">{form.note}</p>}
        </>
      )}
    </section>
  );
}

/** What a content security policy must allow. */
export const Policy = ({ built, service }: Props) => {
  const room = roomOf(built);
  if (formOf(built).name === 'link') return null;
  return (
    <Fold id="policy" title="If your site has a content security policy">
      <CopyField label="It must allow" value={policyOf(built, service)} kind="block" />
      {room !== undefined && (
        <p class="quiet">
          The element around the script keeps its room by a <code>style</code> attribute. A policy that
          forbids those needs the height in your own style sheet: <code>{room}</code>
        </p>
      )}
    </Fold>
  );
};
