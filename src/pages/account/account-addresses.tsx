import type { AccountPage } from '../../contract/pages/account.ts';
import { Fold } from '../../ui/fold.tsx';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { OutboxLink } from '../../ui/forms/email-form.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

type Props = Pick<AccountPage, 'addresses' | 'maxAddresses'> & {
  fault: string | undefined;
  isDevelopment: boolean;
  isOpen: boolean;
};

/** The addresses that a person has shown to be theirs, the main one first, and the form that adds one. */
export function AccountAddresses({ addresses, maxAddresses, fault, isDevelopment, isOpen }: Props) {
  const { words, say, number } = useWords();
  const w = words.account;
  return (
    <Fold
      id="addresses"
      heading="h2"
      title={w.addresses}
      state={addresses.map(({ address }) => address).join(', ')}
      isOpen={isOpen}
    >
      <p>{w.addressesSay}</p>
      <ul class="rows">
        {addresses.map(({ address, main }) => (
          <li class="split">
            <span>
              <bdi>{address}</bdi>
            </span>
            {main ? (
              <span class="badge">{words.manage.mainAddress}</span>
            ) : (
              <span class="answers">
                <PostButton
                  action="/account/main-address"
                  fields={{ address }}
                  label={say(w.makeMainLabel, { address })}
                >
                  {w.makeMain}
                </PostButton>
                <PostButton
                  action="/account/remove-address"
                  fields={{ address }}
                  look="danger"
                  label={say(w.removeLabel, { name: address })}
                >
                  {w.remove}
                </PostButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {addresses.length >= maxAddresses ? (
        <p>{say(w.maxAddresses, { n: number(maxAddresses) })}</p>
      ) : (
        <form method="post" action="/account/addresses" class="stack" aria-labelledby="add-address">
          <h3 id="add-address">{w.addAddress}</h3>
          <EmailField id="new-address" fault={fault} />
          <button class="button plain">{w.mailLink}</button>
          {isDevelopment && <OutboxLink />}
        </form>
      )}
    </Fold>
  );
}
