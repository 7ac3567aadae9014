import { accountPath } from '../../contract/pages/account.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Named } from '../../ui/named.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

/** Asks before an address is removed, and says what stays. */
export function RemoveAddressPage({ data: { address } }: PageProps<'remove-address'>) {
  const w = useWords().words.removeAddress;
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <p>
        <Named>{address}</Named>
      </p>
      <ul class="remove-says">
        <li>{w.signIn}</li>
        <li>{w.credited}</li>
        <li>
          <Said text={w.lookup} of={{ page: <a href="/me">{w.page}</a> }} />
        </li>
        <li>{w.devices}</li>
        <li>{w.again}</li>
      </ul>
      <div class="answers">
        <PostButton action="/account/remove-address" fields={{ address, sure: 'yes' }} look="danger">
          {w.remove}
        </PostButton>
        <ButtonLink href={`${accountPath}#addresses`} text={w.keep} />
      </div>
    </div>
  );
}
