import { useEffect, useState } from 'preact/hooks';
import { checkPath } from '../../contract/pages/check.ts';
import { Notice } from '../../ui/notice.tsx';
import { Preview } from '../../ui/preview.tsx';
import type { PageProps } from '../page.ts';
import { addressOf, type Built, messageStates, presets, readBuilt } from '../../embed-code/built.ts';
import { Choices } from './choices.tsx';
import { embeds } from '../../embed-code/embeds.ts';
import { Fields } from './fields.tsx';
import { Paste } from './paste-form.tsx';
import { Result } from './result.tsx';
import { Save } from './save.tsx';
import type { Service } from '../../embed-code/snippets.ts';

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
      <h1>Embed builder</h1>
      <p class="lead">
        Choose what to embed, set it up, and copy the snippet into your site. The address of this page has all
        of it: share it, or keep it as a bookmark. Is it on your page already?{' '}
        <a href={checkPath}>Check my page</a>.
      </p>
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
        <Fields key={`${embed.name} ${loads}`} built={built} onChange={change} />
        <div class="outcome">
          <h2>Preview</h2>
          <Choices
            label="The page around it"
            all={presets}
            current={preset}
            to={(name) => ({ ...built, preset: name as Built['preset'] })}
            onChange={change}
          />
          {isMessage && (
            <Choices
              label="What participants see"
              all={messageStates}
              current={shows}
              to={(name) => ({ ...built, shows: name as Built['shows'] })}
              onChange={change}
            />
          )}
          <Preview
            address={useRested(addressOf({ ...built, as: 'html' }, '/builder/preview'))}
            caption={
              embed.name === 'finder'
                ? 'The finder itself, with projects of the directory.'
                : 'The embed itself. Nothing is recorded here.'
            }
            width={preset}
          />
          <Result built={built} service={service} onChange={change} />
          {embed.name === 'finder' && (
            <Save built={built} data={data} isSignedIn={frame.visitor !== undefined} />
          )}
        </div>
      </div>
      <Paste isUnread={data.isUnread === true} onRead={load} />
    </div>
  );
}

const Kinds = ({ current }: { current: string }) => (
  <nav aria-label="What to embed">
    <ul class="cards kinds">
      {embeds.map(({ name, title, says }) => (
        <li>
          <a
            class="card kind"
            href={`/builder?embed=${name}`}
            aria-current={name === current ? 'true' : undefined}
          >
            <strong>{title}</strong>
            <span>{says}</span>
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
