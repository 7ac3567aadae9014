import { OutboxLink } from '../../ui/forms/email-form.tsx';
import { Named } from '../../ui/named.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

/** The page after the form that names a guardian. */
export function GuardianAskedPage({ data, frame }: PageProps<'guardian-asked'>) {
  const w = useWords().words.signInLink;
  return (
    <div class="narrow">
      <h1>{w.guardianAsked}</h1>
      <p role="status">
        <Said
          text={w.guardianSent}
          of={{ guardian: <Named>{data.guardian}</Named>, address: <Named>{data.address}</Named> }}
        />
      </p>
      {frame.development !== undefined && <OutboxLink />}
    </div>
  );
}
