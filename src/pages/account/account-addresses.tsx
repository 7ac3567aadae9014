import type { AccountPage } from '../../contract/account-page.ts';
import { EmailField } from '../../ui/email-field.tsx';
import { OutboxLink } from '../../ui/email-form.tsx';
import { PostButton } from '../../ui/post-button.tsx';

type Props = Pick<AccountPage, 'addresses' | 'maxAddresses'> & {
  fault: string | undefined;
  isDevelopment: boolean;
};

/** The addresses that a person has shown to be theirs, the main one first, and the form that adds one. */
export const AccountAddresses = ({ addresses, maxAddresses, fault, isDevelopment }: Props) => (
  <section aria-labelledby="addresses">
    <h2 id="addresses">Your addresses</h2>
    <p>
      You can sign in with each of them, and projects that know you by one credit you here. The main one gets
      our notices, and is the one that sites see which you allow to see your address. Removing another one
      takes nothing that is credited to you, and you can add it again.
    </p>
    <ul class="rows">
      {addresses.map(({ address, main }) => (
        <li class="split">
          <span>{address}</span>
          {main ? (
            <span class="badge">Main</span>
          ) : (
            <span class="answers">
              <PostButton
                action="/account/main-address"
                fields={{ address }}
                label={`Make ${address} the main address`}
              >
                Make it the main one
              </PostButton>
              <PostButton
                action="/account/remove-address"
                fields={{ address }}
                look="danger"
                label={`Remove ${address}`}
              >
                Remove
              </PostButton>
            </span>
          )}
        </li>
      ))}
    </ul>
    {addresses.length >= maxAddresses ? (
      <p>An account has {maxAddresses} addresses at most.</p>
    ) : (
      <form method="post" action="/account/addresses" class="stack" aria-labelledby="add-address">
        <h3 id="add-address">Add an address</h3>
        <EmailField id="new-address" fault={fault} />
        <button class="button plain">Mail a link to it</button>
        {isDevelopment && <OutboxLink />}
      </form>
    )}
  </section>
);
