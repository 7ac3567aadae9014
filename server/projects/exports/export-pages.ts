/** Everything that the service has of a project, as one JSON file for its managers, written while it is read. */
import type { ComparedPeople } from '../../stats/count-people.ts';
import type { MailingEntry } from '../../../src/contract/pages/volunteers.ts';
import type { RefusedOf } from '../../../src/contract/pages/project-tools.ts';
import type { DisclosedPeople } from '../../../src/contract/api/disclosed.ts';
import type { PageHandlers } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { signedIn } from '../../http/signed-in.ts';
import { managedProject } from '../managed.ts';
import { historyOf } from '../review/history.ts';
import { projectOf } from '../rows.ts';
import type { ProjectStore } from '../store.ts';
import { changesOf } from '../versions.ts';

/** Versions and acts: more than any project has. */
const all = 100_000;

/** A row of figures: its numbers have passed the rule of disclosure. */
type Exported = Record<string, string | boolean | DisclosedPeople>;

/** The parts of an export that other features have. */
export type ExportedFigures = {
  participants: (projectId: number, now: number) => Promise<DisclosedPeople>;
  daily: (projectId: number) => Promise<Exported[]>;
  /** Contributions by hour. */
  hours: (projectId: number) => Promise<Exported[]>;
  /** How many people declined. */
  declined: (projectId: number, now: number) => Promise<Partial<Record<string, ComparedPeople>>>;
  /** The managers' notes on days of Stats. */
  notes: (projectId: number) => Promise<object[]>;
  outcomes: (projectId: number) => Promise<object[]>;
  mailings: (projectId: number) => Promise<MailingEntry[]>;
  /** Reports that were refused in the last days, and how to mend them. */
  refused: (projectId: number, now: number) => Promise<RefusedOf[]>;
  /** Notices to the managers' server. */
  notices: (projectId: number) => Promise<object[]>;
  shown: (projectId: number) => Promise<Exported[]>;
  events: (projectId: number, now: number) => AsyncIterable<Exported>;
  /** The saved widgets that this person manages and that show the project. */
  widgets: (projectId: number, accountId: number) => Promise<object[]>;
};

export const exportPages = (projects: ProjectStore, figures: ExportedFigures): PageHandlers => ({
  'GET /project/:project/export': signedIn(async (visit) => {
    const row = await managedProject(projects)(visit);
    if (!row) throw new Refusal('no_project', 'There is no project of yours at this address.');
    const { now, visitor } = visit;
    const id = row.project_id;
    const versions = await projects.versions(id, all);
    const parts = {
      exported_at: new Date(now).toISOString(),
      project_id: id,
      project: projectOf(row),
      origins: await projects.origins(id),
      versions: versions.map(({ how, created_at, state, fields }) => ({
        how,
        state,
        created_at: new Date(Number(created_at)).toISOString(),
        changes: changesOf({ fields }),
      })),
      history: await historyOf(projects, id, { accountId: visitor.accountId, isEditor: false }, all),
      widgets: await figures.widgets(id, visitor.accountId),
      participants: await figures.participants(id, now),
      daily: await figures.daily(id),
      shown: await figures.shown(id),
      hours: await figures.hours(id),
      declined: await figures.declined(id, now),
      notes: await figures.notes(id),
      outcomes: await figures.outcomes(id),
      mailings: await figures.mailings(id),
      refused: await figures.refused(id, now),
      notices: await figures.notices(id),
    };
    return {
      file: written(parts, 'events', figures.events(id, now)),
      type: 'application/json',
      name: `project-${id}-${new Date(now).toISOString().slice(0, 10)}.json`,
    };
  }),
});

/** Writes an object, with one long list at its end. */
async function* written(parts: object, name: string, list: AsyncIterable<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(parts, undefined, 1).slice(0, -2)},\n ${JSON.stringify(name)}: [`;
  let before = '\n  ';
  for await (const item of list) {
    yield before + JSON.stringify(item);
    before = ',\n  ';
  }
  yield '\n ]\n}\n';
}
