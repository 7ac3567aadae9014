import { accountPath } from '../../contract/account-page.ts';
import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';

/** Asks before an address is removed, and says what stays. */
export const RemoveAddressPage = ({ data: { address } }: PageProps<'remove-address'>) => (
  <div class="narrow">
    <h1>Remove this address?</h1>
    <p>
      <strong>
        <bdi>{address}</bdi>
      </strong>
    </p>
    <ul class="remove-says">
      <li>Its mail can no longer sign in to your account.</li>
      <li>Everything that was credited to you under it stays with your account.</li>
      <li>
        A project that looks you up by it finds a new, empty profile from now on. A project that knows the
        number of your profile already goes on crediting you; you can stop that on <a href="/me">your page</a>
        .
      </li>
      <li>
        Devices that are signed in stay signed in: if somebody else reads this mail, end their sessions.
      </li>
      <li>You can add the address again at any time, by a link in its mail.</li>
    </ul>
    <div class="answers">
      <PostButton action="/account/remove-address" fields={{ address, sure: 'yes' }} look="danger">
        Remove it
      </PostButton>
      <a class="button plain" href={`${accountPath}#addresses`}>
        Keep it
      </a>
    </div>
  </div>
);
