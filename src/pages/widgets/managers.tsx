import { widgetsPath, type WidgetPage } from '../../contract/widget-pages.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { ManagerList } from '../../ui/manager-list.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** The people who may edit a widget; its owner invites them, removes them, or hands it over. */
export function WidgetManagers({ data }: { data: WidgetPage }) {
  const { id, isOwner, managers, maxManagers, invitation } = data;
  const path = `${widgetsPath}/${id}`;
  return (
    <section aria-labelledby="managers">
      <h2 id="managers">People who manage it</h2>
      <ManagerList
        managers={managers}
        isOwner={isOwner}
        action={`${path}/managers`}
        roles={{ owner: 'Owns it: may also invite, hand over and delete', other: 'May edit and copy it' }}
        mayLeave
      />
      {isOwner && managers.length > 1 && (
        <p class="hint">
          A removed manager can no longer edit it; what they changed stays, and you can invite them again. If
          you hand it over, you stay as a manager, and only its new owner can hand it back.
        </p>
      )}
      {invitation !== undefined && 'link' in invitation && (
        <>
          <p role="status">
            Give this link to the reader of <strong>{invitation.address}</strong>, who signs in with that
            address. It works once, for a week.
          </p>
          <CopyField label="Invitation" value={invitation.link} kind="block" />
        </>
      )}
      {isOwner && managers.length < maxManagers && (
        <form method="post" action={`${path}/invite`} class="stack" noValidate>
          <TextField
            id="email"
            name="email"
            type="email"
            label="E-mail address of a co-manager"
            says="We write nothing to it: you get a link to send. It is good for the account that has this address."
            maxLength={254}
            value={undefined}
            fault={invitation && 'fault' in invitation ? invitation.fault : undefined}
          />
          <button class="button plain">Invite a co-manager</button>
        </form>
      )}
    </section>
  );
}
