/** Moving the store on the operator's page: what is there, and the trial of a move. */
import type { MoveShown } from '../../src/contract/operator-pages.ts';
import type { LongAct } from './long-acts.ts';

/**
 * `target`: the place of COPY_TO in words, without a user or a password; undefined if it is not set. `tryMove`: copies,
 * compares and deletes the copy; returns the outcome in a sentence.
 */
export type MoveDeps = {
  isOnPostgres: boolean;
  bytes: () => Promise<number>;
  target: string | undefined;
  tryMove: (onProgress: (says: string) => void) => Promise<string>;
};

export type MoveActs = ReturnType<typeof moveActs>;

export const moveActs = ({ isOnPostgres, bytes, target, tryMove }: MoveDeps) => ({
  shown: async (): Promise<MoveShown> => ({
    isOnPostgres,
    bytes: await bytes(),
    ...(target !== undefined && { target }),
  }),

  trial: (): LongAct | undefined =>
    target === undefined ? undefined : { name: 'trial', command: 'copy-to --trial', does: tryMove },
});
