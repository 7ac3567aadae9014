import type { AccountPage as Data } from '../../contract/account-page.ts';
import { keysPath } from '../../contract/key-pages.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';
import { AccountAddresses } from './account-addresses.tsx';
import { NamesForm } from './names-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';

const said: Record<NonNullable<Data['done']>, string> = {
  names: 'Your names are saved.',
  main: 'Your main address has changed. We wrote to the new one and to the one before.',
  added: 'The address was added.',
  joined: 'The two accounts are one now. We wrote to the main addresses of both.',
  'address-removed': 'The address was removed. We wrote to it, and to your main one.',
  sent: 'A mail with a link is on its way to that address. Open the link in this same browser; it works for half an hour.',
  session: 'That device is signed out.',
  sessions: 'All other devices are signed out.',
  passkey: 'The passkey was added. You can sign in with it from now on.',
  removed: 'The passkey was removed. It signs in no more.',
};

/** A person's account: who they are here, and the ways to sign in to it. */
export function AccountPage({ data, frame }: PageProps<'account'>) {
  const { done, fault } = data;
  return (
    <div class="readable account">
      <div class="me-head">
        <div>
          <h1>Your account</h1>
          <p class="byline">{data.addresses.find(({ main }) => main)?.address}</p>
        </div>
        <PostButton action="/sign-out">Sign out</PostButton>
      </div>
      {done && (
        <Notice kind="note">
          <p role="status">{said[done]}</p>
        </Notice>
      )}
      <p>
        <a href="/me">Your contributions, and which sites may credit you</a> · <a href={keysPath}>API keys</a>
      </p>
      <NamesForm
        names={data.names}
        userId={data.userId}
        hasGuardian={data.hasGuardian === true}
        fault={fault}
      />
      <AccountAddresses
        addresses={data.addresses}
        maxAddresses={data.maxAddresses}
        fault={fault?.form === 'address' ? fault.text : undefined}
        isDevelopment={frame.development !== undefined}
      />
      <Passkeys
        passkeys={data.passkeys}
        maxPasskeys={data.maxPasskeys}
        fault={fault?.form === 'passkey' ? fault.text : undefined}
      />
      <Sessions sessions={data.sessions} more={data.moreSessions} />
    </div>
  );
}
