import type { ApiShown } from '../../../contract/pages/api-docs.ts';
import { Examples } from './examples.tsx';
import { SecondProfiles } from './second-profiles.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

type Props = ApiShown<'hashing'>;

/** How to hash an address, with a test vector. */
export const ApiHashing = ({ typed, plain, digest, examples, secondProfiles }: Props) => (
  <>
    <p>
      To keep an address to yourself, send its digest as <code>hashed</code>: trim the address, lower-case its
      ASCII letters (only those), and take the SHA-256 of its UTF-8 bytes as 64 hexadecimal digits, in either
      case. For example, <code class="kept">{JSON.stringify(typed)}</code> becomes <code>{plain}</code>, whose
      digest is:
    </p>
    <Snippet name="digest" label="Digest" code={digest} />
    <Section id="programs" title="In your program">
      <Examples name="hashing" examples={examples} />
    </Section>
    <SecondProfiles {...secondProfiles} />
  </>
);
