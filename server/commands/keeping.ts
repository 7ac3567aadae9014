/** Commands for the store itself: backup, and the retention rule. */
import { expire } from '../accounts/expiry.ts';
import { backUp } from '../db/backup.ts';
import { purge } from '../events/retention.ts';
import { type Command, CommandFault } from './command.ts';

export const keepingCommands: Record<string, Command> = {
  backup: {
    words: '<path>',
    says: 'writes a consistent copy of the store while the service runs',
    act: async ({ settings }, [path]) => {
      if (!path) throw new CommandFault('The path is empty: give the file to write.');
      await backUp(settings, path);
      return { text: `Written to ${path}. The pepper is not in it: keep it elsewhere.`, json: { path } };
    },
  },
  purge: {
    words: '',
    says: 'applies the retention rule now',
    act: async ({ store, settings, images, startNotices }, _words, { now }) => {
      const purged = await purge(store.db, settings.ANONYMOUS_RETENTION_DAYS, now);
      const accounts = await expire(store.db, now);
      await images.sweep(now);
      await startNotices.sweep(now);
      return {
        text: `${purged.events} events, ${purged.profiles} profiles and ${accounts} unconfirmed accounts are gone.`,
        json: { ...purged, accounts },
      };
    },
  },
};
