/** Taking back contributions that should not have been reported. */
import { z } from 'zod';
import { id, ids, list, oneOf } from '../fields/kinds.ts';

/** Participants read the reason. */
const retractionReasons = ['duplicate', 'test', 'fraud', 'wrong_person', 'wrong_value'] as const;
export type RetractionReason = (typeof retractionReasons)[number];

/** Contributions of one call. */
export const maxRetracted = 1000;

export const retractInput = z.object({
  project_id: id('the Project ID Code of the Tools tab'),
  event_ids: ids('the event_id of each contribution', maxRetracted).optional(),
  idempotency_keys: list(
    'the idempotency key of each contribution; as a JSON array if a key contains a comma',
    maxRetracted,
    128,
  ).optional(),
  reason: oneOf('why they are taken back; the participants read it', retractionReasons),
});

export const retractReply = z.object({
  retracted: z
    .int()
    .meta({ description: 'how many contributions were named; all of them are taken back now' }),
});
