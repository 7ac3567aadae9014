import { useEffect, useRef, useState } from 'preact/hooks';
import { checkPath } from '../../contract/pages/check.ts';
import { Notice } from '../../ui/notice.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { Preview } from '../../ui/preview.tsx';
import type { PageProps } from '../page.ts';
import {
  addressOf,
  type Built,
  lookPrefix,
  messageStates,
  presets,
  readBuilt,
} from '../../embed-code/built.ts';
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

/** Has the form read once if anything in it was typed or chosen before this script was there; returns the form's ref. */
function useEarlyInput({ embed, values, look, ...choices }: Built, read: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!form.current) return;
    const shown = (name: string) =>
      name.startsWith(lookPrefix) ? look[name.slice(lookPrefix.length)] : values[name];
    const isField = (name: string) => name in embed.rows || name.startsWith(lookPrefix);
    const isChanged = ([name, value]: [string, FormDataEntryValue]) =>
      name === 'as' || name === 'preset' || name === 'shows'
        ? value !== choices[name]
        : isField(name) && value !== (shown(name) ?? '');
    if ([...new FormData(form.current)].some(isChanged)) read(form.current);
  }, []);
  return form;
}

/** Every embed on one page: settings, the embed itself, and what to copy. The address is the whole state. */
export function BuilderPage({ data, frame }: PageProps<'builder'>) {
  const { words, say } = useWords();
  const w = words.builder;
  const [built, setBuilt] = useState(() => readBuilt(data.query));
  // A snippet that was loaded fills the fields again.
  const [loads, setLoads] = useState(0);
  const service: Service = { ...frame, pinned: data.pinned };
  const { embed, preset, shows, saved, version } = built;
  const isMessage = embed.element === 'manyhands-confirmation';

  const change = (next: Built) => {
    // A snippet of a saved widget has only its number: the service has the settings.
    if (next.values['widget'] !== undefined) return location.assign(addressOf(next));
    setBuilt(next);
    history.replaceState(history.state, '', addressOf(next));
  };
  const read = (typed: HTMLFormElement) =>
    change(readBuilt({ ...Object.fromEntries(new FormData(typed)), saved, version }));
  const form = useEarlyInput(built, read);
  const load = (next: Built) => {
    change(next);
    setLoads(loads + 1);
  };

  return (
    <div class="builder">
      <header class="split">
        <h1>{w.title}</h1>
        <SaidParagraph text={w.there} of={{ check: <a href={checkPath}>{w.check}</a> }} />
      </header>
      <Notice kind="fault" says={data.noWidget !== undefined && say(w.noWidget, { n: data.noWidget })} />
      <Notice kind="fault" says={data.isGone && w.gone} />
      <Kinds current={embed.name} />
      {/* One form, so that whatever is typed is sent with each of its buttons, with and without this script. */}
      <form
        class="columns"
        action="/builder"
        aria-label={w.settings}
        ref={form}
        onInput={({ currentTarget }) => read(currentTarget)}
      >
        <Fields
          key={`${embed.name} ${loads}`}
          built={built}
          managed={data.managed ?? []}
          languages={frame.languages}
        />
        <div class="outcome">
          <div class="looks">
            <Choice
              label={w.as}
              name="as"
              all={forms.filter(({ isFor }) => isFor(built)).map(({ name }) => name)}
              titles={words.snippetForms.titles}
              current={formOf(built).name}
            />
            <Choice label={w.preset} name="preset" all={presets} titles={w.presets} current={preset} />
            {isMessage && (
              <Choice label={w.shows} name="shows" all={messageStates} titles={w.states} current={shows} />
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
      </form>
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
