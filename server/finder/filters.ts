/** What narrows a search, as both engines are asked for it. Every filter combines with every other. */
import { sql } from 'kysely';
import type { Engine } from '../db/store.ts';
import { fts5Query, tsQuery, type Sought } from './search-text.ts';

/** `text`: the folded words of a phrase, with one space between; `sought`: what its projects have at least. */
export type Phrase = { text: string; sought: Sought[] };

/** A web address in its one form, and the project whose page here it is. */
export type Site = { address: string; projectId?: number | undefined };

/** Absent ones do not narrow. */
export type Filters = {
  topic?: string | undefined;
  activity?: string | undefined;
  /** The code of a UN region that a project lists itself. */
  un?: string | undefined;
  phrase?: Phrase | undefined;
  site?: Site | undefined;
};

/** What everybody may see. `p` is the project. */
export const isShown = sql`p.state = 'published' and p.is_hidden = 0`;

const hasTag = (kind: 'topic' | 'activity' | 'un', name: string | undefined) =>
  name === undefined
    ? sql``
    : sql` and exists (select 1 from project_tags t
        where t.kind = ${kind} and t.name = ${name} and t.project_id = p.project_id)`;

const having = (engine: Engine, sought: Sought[]) =>
  engine === 'sqlite'
    ? sql`select rowid from project_words where project_words match ${fts5Query(sought, 'and')}`
    : sql`select project_id from project_words where words @@ ${tsQuery(sought, 'and')}::tsquery`;

// The index knows stems; what it finds is held against the words as they were written, accents and case aside.
const says = (engine: Engine, phrase: Phrase | undefined) => {
  if (!phrase) return sql``;
  const isIn =
    engine === 'sqlite'
      ? sql`instr(x.texts, ${` ${phrase.text} `}) > 0`
      : sql`position(${` ${phrase.text} `} in x.texts) > 0`;
  return sql` and p.project_id in (${having(engine, phrase.sought)})
    and exists (select 1 from project_texts x where x.project_id = p.project_id and ${isIn})`;
};

const isAt = (site: Site | undefined) =>
  site === undefined
    ? sql``
    : site.projectId === undefined
      ? sql` and p.site = ${site.address}`
      : sql` and (p.site = ${site.address} or p.project_id = ${site.projectId})`;

/** Shown projects that pass every filter, as a condition. */
export const matching = (engine: Engine, { topic, activity, un, phrase, site }: Filters) =>
  sql`${isShown}${isAt(site)}${hasTag('un', un)}${hasTag('topic', topic)}${hasTag('activity', activity)}${says(engine, phrase)}`;
