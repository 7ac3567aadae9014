import { useEffect, useState } from 'preact/hooks';
import { checkPath } from '../../contract/pages/check.ts';
import { Notice } from '../../ui/notice.tsx';
import { Preview } from '../../ui/preview.tsx';
import type { PageProps } from '../page.ts';
import { addressOf, type Built, messageStates, presets, readBuilt } from '../../embed-code/built.ts';
import { Choice } from './choice.tsx';
import { embeds } from '../../embed-code/embeds.ts';
import { Fields } from './fields.tsx';
import { Paste } from './paste-form.tsx';
import { Policy, Result } from './result.tsx';
import { Save } from './save.tsx';
import { formOf, forms, type Service } from '../../embed-code/snippets.ts';

/** In milliseconds: the preview follows when the typing rests. */
const previewDelay = 400;

/** Returns a value once it has rested. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), previewDelay);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** Every embed on one page: settings, the embed itself, and what to copy. The address is the whole state. */
export function BuilderPage({ data, frame }: PageProps<'builder'>) {
  const [built, setBuilt] = useState(() => readBuilt(data.query));
  // A snippet that was loaded fills the fields again.
  const [loads, setLoads] = useState(0);
  const service: Service = { ...frame, pinned: data.pinned };
  const { embed, preset, shows } = built;
  const isMessage = embed.element === 'manyhands-confirmation';

  const change = (next: Built) => {
    // A snippet of a saved widget has only its number: the service has the settings.
    if (next.values['widget'] !== undefined) return location.assign(addressOf(next));
    setBuilt(next);
    history.replaceState(history.state, '', addressOf(next));
  };
  const load = (next: Built) => {
    change(next);
    setLoads(loads + 1);
  };

  return (
    <div class="builder">
      <header class="split">
        <h1>Embed builder</h1>
        <p>
          Is it on your page already? <a href={checkPath}>Check my page</a>
        </p>
      </header>
      {data.noWidget !== undefined && (
        <Notice kind="fault">
          <p>There is no saved widget with the number {data.noWidget}: it was deleted, or never was.</p>
        </Notice>
      )}
      {data.isGone && (
        <Notice kind="fault">
          <p>The settings at this address were kept for a week, and are gone.</p>
        </Notice>
      )}
      <Kinds current={embed.name} />
      <div class="columns">
        <Fields
          key={`${embed.name} ${loads}`}
          built={built}
          managed={data.managed ?? []}
          languages={frame.languages}
          onChange={change}
        />
        <div class="outcome">
          <div class="looks">
            <Choice
              label="Snippet for"
              name="as"
              all={forms.filter(({ isFor }) => isFor(built))}
              current={formOf(built).name}
              to={(name) => ({ ...built, as: name })}
              onChange={change}
            />
            <Choice
              label="Page around it"
              name="preset"
              all={presets}
              current={preset}
              to={(name) => ({ ...built, preset: name as Built['preset'] })}
              onChange={change}
            />
            {isMessage && (
              <Choice
                label="What participants see"
                name="shows"
                all={messageStates}
                current={shows}
                to={(name) => ({ ...built, shows: name as Built['shows'] })}
                onChange={change}
              />
            )}
          </div>
          <Result built={built} service={service} />
          {embed.name === 'finder' && (
            <Save built={built} data={data} isSignedIn={frame.visitor !== undefined} />
          )}
          <h2 class="visually-hidden">Preview</h2>
          <Preview
            address={useRested(addressOf({ ...built, as: 'html' }, '/builder/preview'))}
            width={preset}
          />
          <Policy built={built} service={service} />
        </div>
      </div>
      <Paste isUnread={data.isUnread === true} onRead={load} />
    </div>
  );
}

const Kinds = ({ current }: { current: string }) => (
  <nav class="tabs" aria-label="What to embed">
    <ul>
      {embeds.map(({ name, title }) => (
        <li>
          <a href={`/builder?embed=${name}`} aria-current={name === current ? 'true' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
