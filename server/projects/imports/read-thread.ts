/** The worker thread for inventories that operators send by the page: takes the file, returns the records as read. */
import { answerQuestions } from '../../threads/answer-questions.ts';
import type { Contacts } from '../reading/read-project.ts';
import {
  type Inventory,
  InventoryFault,
  type InventoryText,
  inventoryText,
  readInventory,
} from './inventory.ts';
import { type ReadRecord, readRecord } from './read-record.ts';

/** `max`: records that are read; a file with more is refused. */
export type UnreadInventory = { bytes: Uint8Array; max: number } & Contacts;
export type ReadInventory =
  { fault: string } | (InventoryText & { form: Inventory['form']; records: ReadRecord[] });

answerQuestions(({ bytes, max, ...contacts }: UnreadInventory): ReadInventory => {
  try {
    const { text, notes } = inventoryText(bytes);
    const { form, records } = readInventory(text, max);
    if (records.length > max)
      return {
        fault: `It has more than ${max} projects, which is as many as this page takes at once. Split it, or use the command.`,
      };
    return { text, notes, form, records: records.map((record) => readRecord(record, contacts)) };
  } catch (error) {
    if (!(error instanceof InventoryFault)) throw error;
    return { fault: `It ${error.message}` };
  }
});
