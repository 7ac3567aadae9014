/** The command that changes the pepper while the service runs. */
import { endFormer, mayChange, setRow, useNext } from '../pepper/change.ts';
import { readState } from '../pepper/live.ts';
import { rekey } from '../pepper/rekey.ts';
import { watchesEvery } from '../pepper/watch.ts';
import { type Command, CommandFault } from './command.ts';

export const pepperCommands: Record<string, Command> = {
  pepper: {
    words: '',
    says: 'changes the pepper from PEPPER_BEFORE to PEPPER, and moves all rows to it, while the service runs',
    options: {
      end: 'ends that links and tokens made with former peppers are accepted, except those that end mail',
    },
    act: async ({ store, peppers }, _words, { now, end, progress }) => {
      const { db } = store;
      const before = peppers.ring();
      const isNew = before.current < before.peppers.length - 1;
      if (end === true) {
        const { pepper_rekeyed } = await readState(db);
        if (isNew || before.current === 0)
          throw new CommandFault('The store is in its first pepper: there is no former one to end.');
        if (pepper_rekeyed === undefined)
          throw new CommandFault('Rows are still in the former pepper: run `pepper` without --end first.');
        await endFormer(db, before);
        return {
          text: 'Links and tokens made with former peppers are not accepted any more: people sign in, and sites connect, again. Links that end mail still work. This cannot be taken back.',
          json: { former: before.current, ended: true },
        };
      }
      if (!isNew && before.current === 0)
        throw new CommandFault(
          'The store is in PEPPER already: to change it, set a new PEPPER, and PEPPER_BEFORE to the one in use, for every process.',
        );
      const reused = before.peppers.findIndex(({ id }) => id === before.peppers.at(-1)?.id);
      if (reused < before.peppers.length - 1)
        throw new CommandFault('PEPPER: this store had it before; take a new one.');
      if (isNew) {
        progress('Announcing the new pepper to the processes of the service.');
        if (!(await mayChange(db, before, 4 * watchesEvery)))
          throw new CommandFault(
            'Nothing was changed: a process of the service was not given the new pepper. Restart each with PEPPER and PEPPER_BEFORE first.',
          );
        if (!(await useNext(db, before, now)))
          throw new CommandFault('Nothing was changed here: the pepper was changed by another command.');
        await peppers.refresh();
      }
      const rows = await rekey(store, peppers, (moved) => progress(`rows moved: ${moved}`));
      await setRow(db, 'pepper_rekeyed', String(Date.now()));
      await store.scrub();
      return {
        text: `The store is in PEPPER; ${rows} rows were moved to it. Remove PEPPER_BEFORE from the settings of every process. Links and tokens made with the former one are accepted until \`pepper --end\`. Backups made until now need the former pepper.`,
        json: { rows, changed: isNew },
      };
    },
  },
};
