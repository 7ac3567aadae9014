import { widgetsPath } from '../../contract/widget-pages.ts';
import { type Built, faultsIn, queryOf } from './built.ts';

type Props = {
  built: Built;
  form: string;
  saved?: { id: number; name: string } | undefined;
  isSignedIn: boolean;
};

/** Saves a finder under a number, so that pages follow its changes. Signing in comes back to the same settings. */
export function Save({ built, form, saved, isSignedIn }: Props) {
  const { embed, values, look, as, preset, shows } = built;
  const text = String(new URLSearchParams(queryOf({ embed, values, look, as, preset, shows })));
  const hasFaults = Object.keys(faultsIn(built)).length > 0;
  const isOwn = saved !== undefined && built.saved === String(saved.id);
  return (
    <section aria-labelledby="save" class="save">
      <h2 id="save">{isOwn ? `Widget ${saved.id}` : 'Save it as a widget'}</h2>
      <p>
        {isOwn
          ? 'Saving changes it on every page that shows it, within a minute.'
          : 'A saved widget has a number. You change it here, and every page that shows it follows, without a new snippet.'}
      </p>
      <form method="post" action={isOwn ? `${widgetsPath}/${saved.id}` : widgetsPath} class="stack">
        <input type="hidden" name="built" value={text} />
        <input type="hidden" name="form" value={form} />
        <div class="field">
          <label for="widget-name">Name, for you</label>
          <input
            id="widget-name"
            name="name"
            required
            maxLength={80}
            autocomplete="off"
            defaultValue={saved?.name ?? built.values['title'] ?? 'Finder'}
          />
        </div>
        <div class="answers">
          <button class="button primary" disabled={hasFaults}>
            {isOwn ? 'Save the changes' : isSignedIn ? 'Save' : 'Sign in to save'}
          </button>
          {isSignedIn && <a href={widgetsPath}>Your widgets</a>}
        </div>
      </form>
    </section>
  );
}
