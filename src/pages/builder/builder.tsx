import { useEffect, useState } from 'preact/hooks';
import { checkPath } from '../../contract/pages/check.ts';
import { Notice } from '../../ui/notice.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
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
  const { words, say } = useWords();
  const w = words.builder;
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
        <h1>{w.title}</h1>
        <p>
          <Said text={w.there} of={{ check: <a href={checkPath}>{w.check}</a> }} />
        </p>
      </header>
      {data.noWidget !== undefined && (
        <Notice kind="fault">
          <p>{say(w.noWidget, { n: data.noWidget })}</p>
        </Notice>
      )}
      {data.isGone && (
        <Notice kind="fault">
          <p>{w.gone}</p>
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
              label={w.as}
              name="as"
              all={forms.filter(({ isFor }) => isFor(built)).map(({ name }) => name)}
              titles={words.snippetForms.titles}
              current={formOf(built).name}
              to={(name) => ({ ...built, as: name })}
              onChange={change}
            />
            <Choice
              label={w.preset}
              name="preset"
              all={presets}
              titles={w.presets}
              current={preset}
              to={(name) => ({ ...built, preset: name as Built['preset'] })}
              onChange={change}
            />
            {isMessage && (
              <Choice
                label={w.shows}
                name="shows"
                all={messageStates}
                titles={w.states}
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
          <h2 class="visually-hidden">{w.preview}</h2>
          <Preview
            address={useRested(addressOf({ ...built, as: 'html' }, '/builder/preview'))}
            width={preset}
            title={w.preview}
          />
          <Policy built={built} service={service} />
        </div>
      </div>
      <Paste isUnread={data.isUnread === true} onRead={load} />
    </div>
  );
}

function Kinds({ current }: { current: string }) {
  const w = useWords().words.builder;
  return (
    <nav class="tabs" aria-label={w.kinds}>
      <ul>
        {embeds.map(({ name }) => (
          <li>
            <a href={`/builder?embed=${name}`} aria-current={name === current ? 'true' : undefined}>
              {w.embeds[name].title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
