/** The activity event (specification, "Activity event" and operation 4). */
import { eventTypes } from './event-types.ts';
import { z } from 'zod';
import { addressDigest } from './profile.ts';
import { fault, field } from '../fields/field.ts';
import { id, oneOf, realNumber, text, wholeNumber } from '../fields/kinds.ts';
import { instant } from '../fields/instant.ts';
import { point } from '../fields/point.ts';

/**
 * The origin of an event: the owner's key, the participant's browser, or a hosted page. They are counted separately.
 */
export const eventSources = ['api', 'browser', 'link'] as const;
export type EventSource = (typeof eventSources)[number];

/** Bytes of UTF-8: the specification's 64k. */
const extraLimit = 65_536;

const utf8 = new TextEncoder();

/** Returns undefined for a value that was parsed but is too deeply nested to be serialized. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

const extra = field<string, unknown>(
  {
    // UTF-16 units: a lower bound of the bytes.
    longest: extraLimit,
    tooLong: fault(`must be at most ${extraLimit} bytes`, 413),
    read: (value) => {
      const string = typeof value === 'string' ? value : jsonOf(value);
      if (string === undefined) return fault('is nested too deeply');
      // The units again, of JSON that was written here: most events need not be encoded to be counted.
      const isTooLong =
        string.length > extraLimit ||
        (string.length > extraLimit / 3 && utf8.encode(string).length > extraLimit);
      if (isTooLong) return fault(`must be at most ${extraLimit} bytes`, 413);
      return string.isWellFormed() && !string.includes('\0')
        ? string
        : fault('contains a character that is not text');
    },
  },
  'any further data, JSON recommended, at most 65,536 bytes of UTF-8, kept byte for byte',
);

/** The fields of a contribution, however it is reported. */
export const contribution = {
  type: oneOf('what was done', eventTypes),
  where: point('where the activity occurred: GeoJSON Point or WKT POINT, longitude first').optional(),
  when: instant('when the activity occurred: yyyy-mm-ddThh:mm:ss, UTC unless an offset is given').optional(),
  duration: realNumber('length of the activity in seconds', 0, 1e9).optional(),
  magnitude: wholeNumber('value of this contribution, as the reporting owner defines it').optional(),
  extra: extra.optional(),
};

/**
 * The value that the browser helper filled in. The one-hour token of the look-up has the same name and never records.
 */
const assertion = text(
  'in place of profile_id: what the browser helper put into the field of data-profile-token; good for 24 hours',
  512,
);

export const idempotencyKey = text('the same key is recorded once: a retry returns the same event_id', 128);

export const recordEventInput = z.object({
  profile_id: id("the participant's profile id, from GET /api/profile/id").optional(),
  participant_token: assertion.optional(),
  project_id: id('the Project ID Code of the Tools tab'),
  ...contribution,
  idempotency_key: idempotencyKey.optional(),
});

/**
 * Seconds of one contribution. A longer one may be a tab that stayed open, or milliseconds: its hours count for the
 * participant once they say that they are right.
 */
export const doubtfulSeconds = 8 * 3600;

/** Contributions that one call with a hash may report. */
const maxHashed = 500;

/** The call with a hashed address: an editor allows it for single projects. */
export const hashedInput = z.object({
  project: text(
    "the Project ID Code, the project's address here such as 12-bird-count, or the name in it alone",
    200,
  ),
  hashed: addressDigest,
  ...contribution,
  count: wholeNumber(
    'the number of contributions; each has the given duration and magnitude',
    1,
    maxHashed,
  ).optional(),
  idempotency_key: idempotencyKey.optional(),
});

export const recordEventReply = z.object({
  event_id: z.int().meta({ description: 'the id of the recorded event; if there are several, the first' }),
  duplicate: z
    .literal(true)
    .optional()
    .meta({ description: 'the contribution was recorded before, with the same idempotency key' }),
  retracted: z
    .literal(true)
    .optional()
    .meta({ description: 'the project took this contribution back: it counts for nobody' }),
  late: z
    .literal(true)
    .optional()
    .meta({ description: 'the event arrived more than 24 hours after it happened' }),
  test: z.literal(true).optional().meta({ description: 'the project is not published yet' }),
  warnings: z
    .array(z.string())
    .optional()
    .meta({ description: 'values that were recorded and may be mistakes, each after the name of its field' }),
});
