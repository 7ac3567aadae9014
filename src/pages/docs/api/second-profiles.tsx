import type { ApiShown } from '../../../contract/pages/api-docs.ts';
import { DocTable } from '../doc-table.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Section } from '../../../ui/section.tsx';

/** Mistakes in hashing that cannot be seen in a digest, each with its result for one address, to compare. */
type Props = ApiShown<'hashing'>['secondProfiles'];

export const SecondProfiles = ({ typed, rows }: Props) => (
  <Section id="second-profiles" title="When someone has two profiles">
    <p>
      Each of these mistakes makes a digest that looks like any other and leads to a separate profile, without
      an error. Hash <code class="kept">{typed}</code> with your program and look for your digest here.
    </p>
    <DocTable
      label="Faults of hashing"
      heads={['What went wrong', 'What was hashed', 'Digest']}
      rows={rows.map(({ fault, hashed, digest }) => [
        <Prose text={fault} />,
        <code class="kept">{hashed}</code>,
        <code>{digest}</code>,
      ])}
    />
    <p>
      The digest of what cannot be an address (the empty text, white space, <code>null</code>,{' '}
      <code>undefined</code>, <code>None</code>, <code>NaN</code>, <code>0</code> and others) is refused:
      otherwise everyone without an address would share one profile.
    </p>
  </Section>
);
