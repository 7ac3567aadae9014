import type { OperatorProject } from '../../contract/pages/operator.ts';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { EntryCard } from '../../ui/entry-card.tsx';
import { counted } from '../../ui/format.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';

/** The project on an operator's page. */
export type OperatedProject = NonNullable<OperatorProject['project']>;

const managersPath = '/operator/projects/managers';
const originsPath = '/operator/projects/origins';

type RemovableProps = {
  name: string;
  byline: string;
  action: string;
  fields: Record<string, string | number>;
};

/** An entry of a list from which the operator removes it. */
const Removable = ({ name, byline, action, fields }: RemovableProps) => (
  <EntryCard name={name} heading={4} byline={byline}>
    <PostButton action={action} fields={{ ...fields, act: 'remove' }} look="danger" label={`Remove ${name}`}>
      Remove
    </PostButton>
  </EntryCard>
);

/** The managers of a project. */
export const Managers = ({ shown }: { shown: OperatedProject }) => (
  <section aria-labelledby="managers">
    <h3 id="managers">Managers</h3>
    {shown.managers.length === 0 ? (
      <p>No one manages it.</p>
    ) : (
      <ul class="cards one">
        {shown.managers.map(({ id, name, address, isOwner }) => (
          <Removable
            name={name || address}
            byline={`${isOwner ? 'Owner' : 'Co-manager'} · ${address}`}
            action={managersPath}
            fields={{ project: shown.id, account: id }}
          />
        ))}
      </ul>
    )}
    <p class="hint">
      A removed manager can neither edit the project nor record for it with their keys. What they did stays,
      and you can make them a manager again here.
    </p>
    <form method="post" action={managersPath} class="stack" noValidate>
      <input type="hidden" name="project" value={shown.id} />
      <EmailField id="email" fault={undefined} />
      <div class="answers">
        <button class="button plain waking" name="act" value="add">
          Make a manager
        </button>
      </div>
    </form>
  </section>
);

/** The sites of a project, whose pages may hold its participants' permissions. */
export const Origins = ({ shown }: { shown: OperatedProject }) => (
  <section aria-labelledby="origins">
    <h3 id="origins">Sites</h3>
    {shown.origins.length === 0 ? (
      <p>None is registered.</p>
    ) : (
      <ul class="cards one">
        {shown.origins.map(({ origin, grants }) => (
          <Removable
            name={origin}
            byline={`${counted(grants, 'permission')} of participants`}
            action={originsPath}
            fields={{ project: shown.id, origin }}
          />
        ))}
      </ul>
    )}
    <p class="hint">
      The permissions that the pages of a removed site hold stop working at once. What was credited stays; if
      you register the site again here, they work again until they expire.
    </p>
    <form method="post" action={originsPath} class="stack">
      <input type="hidden" name="project" value={shown.id} />
      <div class="field">
        <label for="origin">Site, such as https://birds.example.org</label>
        <input id="origin" name="origin" required maxLength={300} autocomplete="off" inputMode="url" />
      </div>
      <div class="answers">
        <button class="button plain waking" name="act" value="add">
          Register the site
        </button>
      </div>
    </form>
  </section>
);
