/** Imports projects from a file. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ReportedEntry } from '../projects/imports/import.ts';
import { reportText, summedUp } from '../projects/imports/report.ts';
import {
  type Inventory,
  InventoryFault,
  type InventoryText,
  inventoryText,
  readInventory,
} from '../projects/imports/inventory.ts';
import { type Command, CommandFault, address, testsGone } from './command.ts';

export const importCommands: Record<string, Command> = {
  import: {
    words: '<file>',
    says: 'adds or updates projects from JSON, JSON lines or CSV',
    options: {
      owner: 'who manages them; required',
      contact: 'the contact of those that name none',
      publish: 'publishes them at once',
      dryRun: 'reads and reports, stores nothing',
      report: 'writes what became of each record, as JSON or .csv',
    },
    act: async ({ membership, importProjects, events }, [file], options) => {
      const { publish = false, dryRun: isDryRun = false, report, now, progress } = options;
      const { form, records, notes } = inventoryIn(file);
      for (const note of notes) progress(`${file} ${note}`);
      const owner = address(options.owner);
      const contact = options.contact === undefined ? undefined : address(options.contact).address;
      // Before anything is stored, so that a report that cannot be written is noticed in time.
      if (report !== undefined) write(report, '');
      const { accountId } = isDryRun
        ? { accountId: 0 }
        : await membership.join(owner, now, { isOfAge: false });
      const { entries, ...counts } = await importProjects(records, {
        accountId,
        publish,
        now,
        contact,
        owner: owner.address,
        isDryRun,
        onProgress: (done: number) => progress(`${done} of ${records.length}`),
      });
      const tests = publish && !isDryRun ? await events.dropPublishedTests() : 0;
      if (report !== undefined)
        write(report, reportText(report, { file: file ?? '', form, isDryRun, entries }));
      const tell = (what: string, reported: ReportedEntry[]) => {
        const { shared, others } = summedUp(reported);
        for (const { remark, count, places } of shared)
          progress(
            `${what}: ${count} records (${places.join(', ')}${count > places.length ? ' …' : ''}): ${remark}`,
          );
        for (const { index, place, name, fields } of others)
          progress(
            `${what}: ${place === `entry ${index}` ? '' : 'at '}${place} (${name}): ${fields.map(({ field, message }) => `${field} ${message}`).join('; ')}`,
          );
      };
      tell('taken with a warning', counts.warned);
      tell('refused', counts.refused);
      const { added, updated, warned, refused } = counts;
      const where = report === undefined ? 'above' : `in ${report}`;
      const summary = `${added} added, ${updated} updated, ${warned.length} of them with warnings, ${refused.length} refused`;
      return {
        text: `${isDryRun ? 'Nothing is stored. It would be: ' : ''}${summary}${refused.length > 0 ? `: see which and why ${where}` : ''}.${testsGone(tests)}`,
        json: { ...counts, ...(isDryRun && { dry_run: true }), ...(report !== undefined && { report }) },
        failed: refused.length > 0,
      };
    },
  },
};

function inventoryIn(file: string | undefined): Inventory & Pick<InventoryText, 'notes'> {
  if (!file) throw new CommandFault('Which file? Give a path to JSON, JSON lines or CSV.');
  try {
    const { text, notes } = inventoryText(readFileSync(file));
    return { ...readInventory(text), notes };
  } catch (error) {
    if (error instanceof InventoryFault) throw new CommandFault(`${file} ${error.message}`);
    throw new CommandFault(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function write(report: string, text: string): void {
  try {
    writeFileSync(report, text);
  } catch (error) {
    throw new CommandFault(`The report ${report} cannot be written: ${(error as Error).message}`);
  }
}
