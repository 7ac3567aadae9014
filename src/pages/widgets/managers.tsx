import { widgetsPath, type WidgetPage } from '../../contract/widget-pages.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Manager = WidgetPage['managers'][number];

const named = ({ name, isYou }: Manager) => (isYou ? 'You' : name || 'A member without a name');

/** The people who may edit a widget; its owner invites them, removes them, or hands it over. */
export function WidgetManagers({ data }: { data: WidgetPage }) {
  const { id, isOwner, managers, maxManagers, invitation } = data;
  const path = `${widgetsPath}/${id}`;
  return (
    <section aria-labelledby="managers">
      <h2 id="managers">People who manage it</h2>
      <ul class="cards one">
        {managers.map((manager) => (
          <li class="card split">
            <div>
              <h3>{named(manager)}</h3>
              <p class="byline">
                {manager.isOwner ? 'Owns it: may also invite, hand over and delete' : 'May edit and copy it'}
              </p>
            </div>
            <div class="answers">
              {isOwner && !manager.isOwner && (
                <PostButton
                  action={`${path}/managers`}
                  fields={{ account: manager.id, act: 'own' }}
                  label={`Hand over to ${named(manager)}`}
                >
                  Hand over
                </PostButton>
              )}
              {!manager.isOwner && (isOwner || manager.isYou) && (
                <PostButton
                  action={`${path}/managers`}
                  fields={{ account: manager.id, act: 'remove' }}
                  look="danger"
                  label={manager.isYou ? 'Stop managing it' : `Remove ${named(manager)}`}
                >
                  {manager.isYou ? 'Stop managing it' : 'Remove'}
                </PostButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {isOwner && managers.length > 1 && (
        <p class="hint">
          Who is removed can no longer edit it; what they changed stays, and you can invite them again. If you
          hand it over, you stay as a manager, and only its new owner can hand it back.
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
