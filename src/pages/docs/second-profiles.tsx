import type { PageData } from '../../contract/pages.ts';
import { DocTable } from './doc-table.tsx';
import { Prose } from './prose.tsx';

/** Faults of hashing that no digest shows, each with what it makes of one address: an owner compares. */
export const SecondProfiles = ({ typed, rows }: PageData['api-docs']['secondProfiles']) => (
  <>
    <h3 id="second-profiles">When somebody has two profiles</h3>
    <p>
      Each of these faults makes a digest that looks like any other and leads to a profile of its own, without
      a word. Hash <code class="kept">{typed}</code> with your program and look your digest up here.
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
      <code>undefined</code>, <code>None</code>, <code>NaN</code>, <code>0</code> and others) is refused: it
      would make one person of everybody without an address.
    </p>
  </>
);
