import { keysPath } from '../../contract/pages/keys.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { AccountAddresses } from './account-addresses.tsx';
import { NamesForm } from './names-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { ZoneForm } from './zone-form.tsx';

/** A person's account: who they are here, and the ways to sign in to it. */
export function AccountPage({ data, frame }: PageProps<'account'>) {
  const { words } = useWords();
  const w = words.account;
  const { done, fault } = data;
  return (
    <div class="readable account">
      <div class="me-head">
        <div>
          <h1>{w.title}</h1>
          <p class="byline">
            <bdi>{data.addresses.find(({ main }) => main)?.address}</bdi>
          </p>
        </div>
        <PostButton action="/sign-out">{words.me.signOut}</PostButton>
      </div>
      {done && (
        <Notice kind="done">
          <p>{w.done[done]}</p>
        </Notice>
      )}
      <p>
        <a href="/me">{w.contributions}</a> · <a href={keysPath}>{w.keys}</a>
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
      <ZoneForm visitor={frame.visitor} />
      <Sessions sessions={data.sessions} more={data.moreSessions} />
    </div>
  );
}
