/** `/operator/import`: an inventory is read and reported first, and stored on the second press. */
import { emailAddress } from '../../../src/contract/fields/kinds.ts';
import { type OperatorImport, operatorPath } from '../../../src/contract/pages/operator.ts';
import { type Audit, forOperators, operatorForm, recordAct } from '../../http/operators.ts';
import type { PageAnswer, PageHandlers, Visit } from '../../http/pages.ts';
import { recipient, type Recipient } from '../../text/mail-address.ts';
import type { Imported, Importing, ReportedEntry } from './import.ts';
import type { ReadInventory, UnreadInventory } from './read-thread.ts';
import type { ReadRecord } from './read-record.ts';
import { summedUp } from './report.ts';

export type ImportPages = {
  readApart: (unread: UnreadInventory, ip: string) => Promise<ReadInventory>;
  importProjects: (records: ReadRecord[], how: Importing) => Promise<Imported>;
  /** Finds or makes the account of an address. */
  join: (to: Recipient, now: number, how: { isOfAge: false }) => Promise<{ accountId: number }>;
  dropPublishedTests: () => Promise<number>;
  audit: Audit;
};

/** Records in one form: storing them shares the process with everybody's requests. The command takes more. */
const maxRecords = 500;
/** Bytes of a file, as of all fields of a form. */
const maxBytes = 1_000_000;
/** Entries with remarks that the page lists; the command writes all of them into a file. */
const maxListed = 100;

const address = emailAddress('the address');

const textOf = (value: string | undefined, max: number): string => (value ?? '').slice(0, max);

export function importPages(deps: ImportPages): PageHandlers {
  const page = (data: OperatorImport): PageAnswer => ({
    name: 'operator-import',
    title: 'Import projects',
    ...(data.faults && { status: 400 }),
    data,
  });

  const typedIn = ({ fields }: Visit): OperatorImport['typed'] => ({
    owner: textOf(fields['owner'], 254),
    contact: textOf(fields['contact'], 254),
    publish: fields['publish'] !== undefined,
    records: textOf(fields['records'], Infinity),
  });

  /** A chosen file counts before text that was pasted. */
  const read = async (typed: OperatorImport['typed'], { file, ip }: Visit) => {
    const owner = address.safeParse(typed.owner);
    const to = owner.success ? recipient(owner.data) : undefined;
    const contact = typed.contact === '' ? undefined : address.safeParse(typed.contact);
    const inventory =
      file === undefined && typed.records === ''
        ? { fault: 'Choose a file, or paste its text.' }
        : file !== undefined && file.length > maxBytes
          ? { fault: 'It has more than 1 MB. Split it, or use the command.' }
          : await deps.readApart(
              {
                bytes: file ?? Buffer.from(typed.records),
                max: maxRecords,
                contact: contact?.data,
                owner: to?.address,
              },
              ip,
            );
    const faults = {
      ...(!to && { owner: 'Type an email address, like name@example.org.' }),
      ...(contact?.success === false && { contact: 'Type an email address, or nothing.' }),
      ...('fault' in inventory && { records: inventory.fault }),
    };
    return to && contact?.success !== false && !('fault' in inventory)
      ? { to, contact: contact?.data, ...inventory }
      : { faults };
  };

  return {
    [`GET ${operatorPath}/import`]: forOperators(() =>
      page({ typed: { owner: '', contact: '', publish: false, records: '' } }),
    ),

    'POST /operator/import': {
      fileField: 'file',
      answer: operatorForm(async (visit) => {
        const { now, fields } = visit;
        const reading = await read(typedIn(visit), visit);
        if ('faults' in reading) return page({ typed: typedIn(visit), faults: reading.faults });
        const { to, contact, records, form, notes } = reading;
        const typed = { ...typedIn(visit), records: reading.text };
        const isDryRun = fields['act'] !== 'import';
        const { accountId } = isDryRun ? { accountId: 0 } : await deps.join(to, now, { isOfAge: false });
        const how = { accountId, publish: typed.publish, now, contact, owner: to.address, isDryRun };
        const imported = await deps.importProjects(records, how);
        if (!isDryRun) {
          if (typed.publish) await deps.dropPublishedTests();
          await recordAct(deps.audit, visit, `import ${imported.added} added, ${imported.updated} updated`);
        }
        return page({ typed, outcome: { form, notes, isDryRun, ...summary(imported) } });
      }),
    },
  };
}

function summary({ added, updated, refused, warned, entries }: Imported) {
  const listed = (some: ReportedEntry[]) => {
    const { shared, others } = summedUp(some);
    return {
      shared: shared.slice(0, maxListed),
      others: others.slice(0, maxListed).map(({ place, name, fields }) => ({ place, name, fields })),
    };
  };
  return {
    added,
    updated,
    refused: refused.length,
    warned: warned.length,
    refusals: listed(refused),
    warnings: listed(warned),
    stored: entries.flatMap(({ projectId, name }) =>
      projectId === undefined ? [] : [{ id: projectId, name }],
    ),
  };
}
