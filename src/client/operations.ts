/**
 * The fields and replies of each operation, from the contract. In the package this file is written out in full
 * (scripts/client-package.ts), so that it needs neither the contract nor zod.
 */
import type { z } from 'zod';
import type { Api } from '../contract/index.ts';

export type { RefusalCode } from '../contract/api/refusals.ts';

/** The request and reply of each operation, by its name in the reference, such as `POST /api/record_event`. */
export type Operations = {
  [O in keyof Api]: {
    /** The request's fields, without the key and the format, which the client sets. */
    said: Omit<z.input<Api[O]['input']>, 'format' | 'jsonp' | 'callback'>;
    reply: z.output<Api[O]['reply']> & { result: 'success'; warnings?: string[] };
  };
};
