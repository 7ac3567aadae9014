import { accountPath, addressesPath } from '../../contract/pages/account.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Named } from '../../ui/named.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

/** Asks whether the other account becomes a part of this one: what moves, what ends, and that there is no way back. */
function Join({ data: { token = '', address, account, moves } }: Pick<PageProps<'add-address'>, 'data'>) {
  const { words, say } = useWords();
  const w = words.addAddress;
  const { contributions = 0, certificates = 0, projects = 0, keys = 0 } = moves ?? {};
  const of = { address: <Named>{address}</Named>, account: <Named>{account}</Named> };
  return (
    <div class="narrow">
      <h1>{w.join}</h1>
      <SaidParagraph text={w.joinText} of={of} />
      <h2>{w.moves}</h2>
      <ul>
        <li>{say(w.movesCounts, { contributions, certificates, projects, keys })}</li>
        <li>{w.movesAddresses}</li>
        <li>{w.movesRest}</li>
        <li>{w.stricter}</li>
      </ul>
      <h2>{w.ends}</h2>
      <ul>
        <li>{w.endsNames}</li>
        <li>{w.endsSessions}</li>
      </ul>
      <p>
        <strong>{w.noWayBack}</strong> {w.noWayBackSays}
      </p>
      <div class="answers">
        <PostButton
          action={`${addressesPath}/${encodeURIComponent(token)}`}
          fields={{ act: 'join' }}
          look="danger"
        >
          {w.joinThem}
        </PostButton>
        <ButtonLink href={accountPath} text={w.keepBoth} />
      </div>
    </div>
  );
}

/** Where the mail of a new address leads: one button, pressed by the person who asked for it. */
export function AddAddressPage({ data }: PageProps<'add-address'>) {
  const { state, token = '', address, account, obstacle } = data;
  const { words } = useWords();
  const w = words.addAddress;
  const of = {
    address: <Named>{address}</Named>,
    account: <Named>{account}</Named>,
    page: <a href="/me">{w.page}</a>,
    signIn: <a href={`/sign-in?next=${accountPath}`}>{w.signIn}</a>,
  };
  if (state === 'join') return <Join data={data} />;
  if (state === 'ask')
    return (
      <div class="narrow">
        <h1>{w.ask}</h1>
        <SaidParagraph text={w.askText} of={of} />
        <div class="answers">
          <PostButton action={`${addressesPath}/${encodeURIComponent(token)}`} look="primary">
            {w.add}
          </PostButton>
          <ButtonLink href={accountPath} text={w.no} />
        </div>
      </div>
    );
  return (
    <div class="narrow">
      <h1>{w.notAdded}</h1>
      {state === 'signed-out' && (
        <p role="alert">
          <Said text={w.signedOut} of={of} />
        </p>
      )}
      {state === 'other-person' && (
        <p role="alert">
          <Said text={w.otherPerson} of={of} />
        </p>
      )}
      {state === 'taken' && (
        <p role="alert">
          <Said text={obstacle === undefined ? w.taken : w.obstacles[obstacle]} of={of} />
        </p>
      )}
      {state === 'over' && <p role="alert">{w.over}</p>}
      <p>
        <ButtonLink href={accountPath} text={words.account.title} />
      </p>
    </div>
  );
}
