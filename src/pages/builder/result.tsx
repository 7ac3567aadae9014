import { CopyField } from '../../ui/copy-field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { ownEntry } from '../../contract/fields/own-entry.ts';
import { type Built, faultsIn, lookPrefix } from '../../embed-code/built.ts';
import { isTyped } from './fields.tsx';
import { blocksOf, formOf, policyOf, roomOf, type Service } from '../../embed-code/snippets.ts';

type Props = { built: Built; service: Service };

/** Shows the snippet to copy; while something is missing, its name instead of a snippet that would not work. */
export function Result({ built, service }: Props) {
  const { words, translated } = useWords();
  const w = words.builder;
  const { embed, values } = built;
  const missing = embed.missing?.(values) ?? [];
  const faults = Object.entries(faultsIn(built));
  const form = formOf(built);
  return (
    <section aria-labelledby="snippet" class="result">
      <h2 id="snippet" class="visually-hidden">
        {w.snippet}
      </h2>
      {missing.length > 0 || faults.length > 0 ? (
        <Notice kind="warning" says={w.stillMissing}>
          <ul>
            {missing.map((name) => (
              <li>{w.missing[name]}</li>
            ))}
            {faults.map(([name, text]) => (
              <li>
                <Said
                  text={w.fault}
                  of={{
                    name: <Setting name={name} />,
                    fault: translated(text),
                  }}
                />
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <>
          {blocksOf(built, service).map(({ label, code }) => (
            <CopyField key={label} label={words.snippetForms.blocks[label]} value={code} kind="block" />
          ))}
          {form.name !== 'html' && <p class="quiet">{words.snippetForms.notes[form.name]}</p>}
        </>
      )}
    </section>
  );
}

/** The label of a setting, with a link to its field, if it has one. */
function Setting({ name }: { name: string }) {
  const { labels, looks } = useWords().words.builder;
  const look = ownEntry<{ label: string }>(looks, name.replace(lookPrefix, ''));
  const label = ownEntry<string>(labels, name) ?? look?.label ?? name;
  return isTyped(name) ? <a href={`#set-${name}`}>{label}</a> : <>{label}</>;
}

/** The sources that a content security policy must allow. */
export function Policy({ built, service }: Props) {
  const w = useWords().words.builder;
  const room = roomOf(built);
  if (formOf(built).name === 'link') return null;
  return (
    <Fold id="policy" title={w.policy}>
      <CopyField label={w.allow} value={policyOf(built, service)} kind="block" />
      {room !== undefined && (
        <p class="quiet">
          <Said text={w.room} of={{ style: <code>style</code>, room: <code>{room}</code> }} />
        </p>
      )}
    </Fold>
  );
}
