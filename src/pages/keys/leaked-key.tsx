import { Section } from '../../ui/section.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';

/** Describes the risk of a leaked key, and the remedy. */
export function LeakedKey() {
  const w = useWords().words.keys.leaked;
  return (
    <Section id="leaked" title={w.title}>
      <p>{w.says}</p>
      <ol>
        <li>
          <Said text={w.revoke} of={{ what: <strong>{w.revokeWhat}</strong> }} />
        </li>
        <li>
          <Said text={w.remove} of={{ what: <strong>{w.removeWhat}</strong> }} />
        </li>
        <li>
          <Said text={w.look} of={{ what: <strong>{w.lookWhat}</strong> }} />
        </li>
      </ol>
    </Section>
  );
}
