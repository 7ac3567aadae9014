import { widgetsPath } from '../../contract/pages/widgets.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import type { PageProps } from '../page.ts';
import { type Built, faultsIn, queryOf } from '../../embed-code/built.ts';
import { Section } from '../../ui/section.tsx';

type Props = {
  built: Built;
  data: PageProps<'builder'>['data'];
  isSignedIn: boolean;
};

/** Saves a finder under a number, so that pages follow its changes. Signing in comes back to the same settings. */
export function Save({ built, data: { form, saved, isOutdated, typedName }, isSignedIn }: Props) {
  const text = String(new URLSearchParams(queryOf(built)));
  const hasFaults = Object.keys(faultsIn(built)).length > 0;
  const isOwn = saved !== undefined && built.saved === String(saved.id);
  return (
    <Section id="save" title={isOwn ? `Widget ${saved.id}` : 'Save it as a widget'} class="save">
      {isOwn && isOutdated && <Outdated id={saved.id} changed={saved.changed} />}
      <form method="post" action={isOwn ? `${widgetsPath}/${saved.id}` : widgetsPath}>
        <input type="hidden" name="built" value={text} />
        <input type="hidden" name="form" value={form} />
        <div class="field">
          <label for="widget-name">Name, for you</label>
          <input
            id="widget-name"
            dir="auto"
            name="name"
            required
            maxLength={80}
            autocomplete="off"
            defaultValue={typedName || (saved?.name ?? built.values['title'] ?? 'Finder')}
          />
        </div>
        <button class="button primary" disabled={hasFaults}>
          {isOwn
            ? isOutdated
              ? 'Save mine over it'
              : 'Save the changes'
            : isSignedIn
              ? 'Save'
              : 'Sign in to save'}
        </button>
        {isSignedIn && <a href={widgetsPath}>Your widgets</a>}
      </form>
      <p class="quiet">
        {isOwn
          ? 'Saving changes it on every page that shows it, within a minute.'
          : 'Every page that shows it then follows what you change here, without a new snippet.'}
      </p>
    </Section>
  );
}

/** Somebody else was faster: nothing is saved or lost, and the visitor decides. */
const Outdated = ({ id, changed }: { id: number; changed: string }) => (
  <Notice kind="fault">
    <p>
      <strong>Not saved.</strong> The widget was changed on <Time value={changed} />, after these settings
      were opened: by someone who manages it with you, or by you in another window. Yours are all here.{' '}
      <a href={`${widgetsPath}/${id}`}>Look at what is saved</a>, or replace it with yours.
    </p>
  </Notice>
);
