/** The command that changes the pepper while the service runs. */
import { changePepper, endFormerPeppers, PepperFault } from '../pepper/operate.ts';
import { type Command, CommandFault, type Done, type Options } from './command.ts';
import type { Features } from '../app/features.ts';

export const pepperCommands: Record<string, Command> = {
  pepper: {
    words: '',
    says: 'changes the pepper from PEPPER_BEFORE to PEPPER, and moves all rows to it, while the service runs',
    options: {
      end: 'ends that links and tokens made with former peppers are accepted, except those that end mail',
    },
    act: async (features, _words, options) => {
      try {
        return await (options.end === true ? end(features) : change(features, options));
      } catch (error) {
        throw error instanceof PepperFault ? new CommandFault(error.message) : error;
      }
    },
  },
};

async function end({ store, peppers }: Features): Promise<Done> {
  return {
    json: { former: await endFormerPeppers(store, peppers), ended: true },
    text: 'Links and tokens made with former peppers are not accepted any more: mailed links and invitations from before the change have ended, and sites connect again; people stay signed in. Links that end mail still work. This cannot be undone.',
  };
}

async function change({ store, peppers }: Features, { now, progress }: Options): Promise<Done> {
  const done = await store.alone('pepper', () =>
    changePepper(store, peppers, now, {
      onAnnounce: () => progress('Announcing the new pepper to the processes of the service.'),
      onRows: (moved) => progress(`rows moved: ${moved}`),
    }),
  );
  if (!done) throw new CommandFault('The service is changing the pepper just now: see /operator/store.');
  return {
    text: `The store is in PEPPER; ${done.rows} rows were moved to it. Remove PEPPER_BEFORE from the settings of every process. Links and tokens made with the former one are accepted until \`pepper --end\`. Backups made until now need the former pepper.`,
    json: done,
  };
}
