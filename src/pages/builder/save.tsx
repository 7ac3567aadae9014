import { widgetsPath } from '../../contract/pages/widgets.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { type Built, faultsIn } from '../../embed-code/built.ts';
import { Section } from '../../ui/section.tsx';

type Props = {
  built: Built;
  data: PageProps<'builder'>['data'];
  isSignedIn: boolean;
};

/** Saves a finder under a number, so that pages follow its changes. Signing in comes back to the same settings. */
export function Save({ built, data: { form, saved, isOutdated, typedName }, isSignedIn }: Props) {
  const { words, say } = useWords();
  const w = words.builder.save;
  const hasFaults = Object.keys(faultsIn(built)).length > 0;
  const isOwn = saved !== undefined && built.saved === String(saved.id);
  return (
    <Section id="save" title={isOwn ? say(w.own, { n: saved.id }) : w.title} class="save">
      {isOwn && isOutdated && <Outdated id={saved.id} changed={saved.changed} />}
      <div>
        <div class="field">
          <label for="widget-name">{w.name}</label>
          <input
            id="widget-name"
            dir="auto"
            name="name"
            required
            maxLength={80}
            autocomplete="off"
            defaultValue={typedName || (saved?.name ?? built.values['title'] ?? w.usualName)}
          />
        </div>
        <button
          class="button primary"
          name="once"
          value={form}
          formMethod="post"
          formAction={isOwn ? `${widgetsPath}/${saved.id}` : widgetsPath}
          disabled={hasFaults}
        >
          {isOwn ? (isOutdated ? w.over : w.changes) : isSignedIn ? w.save : w.signIn}
        </button>
        {isSignedIn && <a href={widgetsPath}>{w.widgets}</a>}
      </div>
      <p class="quiet">{isOwn ? w.saysOwn : w.says}</p>
    </Section>
  );
}

/** Somebody else was faster: nothing is saved or lost, and the visitor decides. */
function Outdated({ id, changed }: { id: number; changed: string }) {
  const w = useWords().words.builder.save;
  return (
    <Notice kind="fault">
      <p>
        <strong>{w.notSaved}</strong>{' '}
        <Said
          text={w.outdated}
          of={{ date: <Time value={changed} />, look: <a href={`${widgetsPath}/${id}`}>{w.look}</a> }}
        />
      </p>
    </Notice>
  );
}
