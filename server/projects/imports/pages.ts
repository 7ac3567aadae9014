/** `/operator/import`: an inventory is read and reported first, and stored on the second press. */
import { emailAddress } from '../../../src/contract/fields.ts';
import { type OperatorImport, operatorPath } from '../../../src/contract/operator-pages.ts';
import { type Audit, forOperators, operatorOf, recordAct } from '../../http/operators.ts';
import type { PageAnswer, PageHandlers, Visit } from '../../http/pages.ts';
import { recipient, type Recipient } from '../../mail-address.ts';
import type { Imported, Importing, ReportedEntry } from './import.ts';
import { type Inventory, InventoryFault, type InventoryRecord, readInventory } from './inventory.ts';

export type ImportPages = {
  importProjects: (records: InventoryRecord[], how: Importing) => Promise<Imported>;
  /** Finds or makes the account of an address. */
  join: (to: Recipient, now: number, how: { isOfAge: false }) => Promise<{ accountId: number }>;
  dropPublishedTests: () => Promise<number>;
  audit: Audit;
};

/** Records in one form: reading them shares the process with everybody's requests. The command takes more. */
export const maxRecords = 500;
/** Entries with remarks that the page lists; the command writes all of them into a file. */
const maxListed = 100;

const address = emailAddress('the address');

const given = (value: unknown, max: number): string => (typeof value === 'string' ? value.slice(0, max) : '');

export function importPages(deps: ImportPages): PageHandlers {
  const page = (data: OperatorImport): PageAnswer => ({
    name: 'operator-import',
    title: 'Import projects',
    ...(data.faults && { status: 400 }),
    data,
  });

  const typedIn = ({ fields }: Visit): OperatorImport['typed'] => ({
    owner: given(fields['owner'], 254),
    contact: given(fields['contact'], 254),
    publish: fields['publish'] !== undefined,
    // A chosen file counts before text that was pasted.
    records: given(fields['file'], Infinity) || given(fields['records'], Infinity),
  });

  const read = (typed: OperatorImport['typed']) => {
    const owner = address.safeParse(typed.owner);
    const to = owner.success ? recipient(owner.data) : undefined;
    const contact = typed.contact === '' ? undefined : address.safeParse(typed.contact);
    const inventory = inventoryIn(typed.records);
    const faults = {
      ...(!to && { owner: 'Type an e-mail address, like name@example.org.' }),
      ...(contact?.success === false && { contact: 'Type an e-mail address, or nothing.' }),
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

    'POST /operator/import': async (visit) => {
      operatorOf(visit);
      const { now, fields } = visit;
      const typed = typedIn(visit);
      const reading = read(typed);
      if ('faults' in reading) return page({ typed, faults: reading.faults });
      const { to, contact, records, form } = reading;
      const isDryRun = fields['act'] !== 'import';
      const { accountId } = isDryRun ? { accountId: 0 } : await deps.join(to, now, { isOfAge: false });
      const how = { accountId, publish: typed.publish, now, contact, owner: to.address, isDryRun };
      const imported = await deps.importProjects(records, how);
      if (!isDryRun) {
        if (typed.publish) await deps.dropPublishedTests();
        await recordAct(deps.audit, visit, `import ${imported.added} added, ${imported.updated} updated`);
      }
      return page({ typed, outcome: { form, isDryRun, ...summary(imported) } });
    },
  };
}

function inventoryIn(text: string): Inventory | { fault: string } {
  if (text === '') return { fault: 'Choose a file, or paste its text.' };
  try {
    const inventory = readInventory(Buffer.from(text));
    return inventory.records.length <= maxRecords
      ? inventory
      : {
          fault: `It has ${inventory.records.length} projects; this page takes ${maxRecords} at once. Split it, or use the command.`,
        };
  } catch (error) {
    if (!(error instanceof InventoryFault)) throw error;
    return { fault: `It ${error.message}` };
  }
}

function summary({ added, updated, refused, warned, entries }: Imported) {
  const listed = (some: ReportedEntry[]) =>
    some.slice(0, maxListed).map(({ place, name, fields }) => ({ place, name, fields }));
  return {
    ...{ added, updated, refused: refused.length, warned: warned.length },
    ...{ refusedOnes: listed(refused), warnedOnes: listed(warned) },
    stored: entries.flatMap(({ projectId, name }) =>
      projectId === undefined ? [] : [{ id: projectId, name }],
    ),
  };
}
