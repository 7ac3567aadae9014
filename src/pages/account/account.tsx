import type { AccountPart } from '../../contract/pages/account.ts';
import { keysPath } from '../../contract/pages/keys.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { AccountAddresses } from './account-addresses.tsx';
import { AuthorizedSites } from './authorized-sites.tsx';
import { Grants } from './grants.tsx';
import { MailSettings } from './mail.tsx';
import { NamesForm } from './names-form.tsx';
import { OwnData } from './own-data.tsx';
import { Passkeys } from './passkeys.tsx';
import { Projects } from './projects.tsx';
import { Sessions } from './sessions.tsx';
import { ZoneForm } from './zone-form.tsx';

/** Everything that a person controls: who they are here, who may credit and see them, and the ways to sign in. */
export function AccountPage({ data, frame }: PageProps<'account'>) {
  const { words } = useWords();
  const w = words.account;
  const { done, fault } = data;
  const isOpen = (part: AccountPart) => part === data.open;
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
      <Notice kind="done" says={done && w.done[done]} />
      <p>
        <a href="/me">{words.me.title}</a> · <a href={keysPath}>{w.keys}</a>
      </p>
      <div class="folds">
        <NamesForm
          names={data.names}
          userId={data.userId}
          hasGuardian={data.hasGuardian === true}
          fault={fault}
          isOpen={isOpen('names')}
        />
        <AccountAddresses
          addresses={data.addresses}
          maxAddresses={data.maxAddresses}
          fault={fault?.form === 'address' ? fault.text : undefined}
          isDevelopment={frame.development !== undefined}
          isOpen={isOpen('addresses')}
        />
        <Projects projects={data.projects} isOpen={isOpen('projects')} />
        <Grants grants={data.grants} serviceName={frame.serviceName} isOpen={isOpen('grants')} />
        <AuthorizedSites sites={data.sites} isOpen={isOpen('sites')} />
        <MailSettings
          languages={frame.languages}
          addresses={data.addresses}
          {...(data.mailLanguage && { mailLanguage: data.mailLanguage })}
          isOpen={isOpen('mail')}
        />
        <Passkeys
          passkeys={data.passkeys}
          maxPasskeys={data.maxPasskeys}
          fault={fault?.form === 'passkey' ? fault.text : undefined}
          isOpen={isOpen('passkeys')}
        />
        <ZoneForm visitor={frame.visitor} isOpen={isOpen('zone')} />
        <Sessions sessions={data.sessions} more={data.moreSessions} isOpen={isOpen('sessions')} />
        <OwnData isOpen={isOpen('data')} />
      </div>
    </div>
  );
}
