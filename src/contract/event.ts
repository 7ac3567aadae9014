/** The activity event (specification, "Activity event" and operation 4). */
import { z } from 'zod';
import { addressDigest } from './profile.ts';
import { fault, field } from './field.ts';
import { id, oneOf, realNumber, text, wholeNumber } from './fields.ts';
import { instant } from './instant.ts';
import { point } from './point.ts';

/** classification = Classification / Transcription; collection = Data collection; signup = Joined the project. */
export const eventTypes = ['classification', 'collection', 'signup'] as const;
export type EventType = (typeof eventTypes)[number];

/** Who vouches for an event: the owner's key, the participant's browser, or a hosted page. Never mixed silently. */
export const eventSources = ['api', 'browser', 'link'] as const;
export type EventSource = (typeof eventSources)[number];

/** The specification's 64k, in bytes of UTF-8. */
export const extraLimit = 65_536;

const utf8 = new TextEncoder();

/** Undefined for what can be read but is too deep to be written again. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

const extra = field<string, unknown>(
  {
    // In UTF-16 units, a lower bound of the bytes.
    longest: extraLimit,
    tooLong: fault(`must be at most ${extraLimit} bytes`, 413),
    read: (value) => {
      const given = typeof value === 'string' ? value : jsonOf(value);
      if (given === undefined) return fault('is nested too deeply');
      // The units again, of JSON written here: most events never pay for the encoding.
      const isTooLong =
        given.length > extraLimit ||
        (given.length > extraLimit / 3 && utf8.encode(given).length > extraLimit);
      if (isTooLong) return fault(`must be at most ${extraLimit} bytes`, 413);
      return given.isWellFormed() && !given.includes('\0')
        ? given
        : fault('contains a character that is not text');
    },
  },
  'any further data, JSON recommended, at most 65,536 bytes of UTF-8, kept byte for byte',
  // Without a type it is anything. The characters of a text are a lower bound of its bytes.
  { also: { maxLength: extraLimit } },
);

/** What may be said of a contribution, whoever reports it. */
export const contribution = {
  type: oneOf('what was done', eventTypes),
  where: point('where the activity occurred: GeoJSON Point or WKT POINT, longitude first').optional(),
  when: instant('when the activity occurred: yyyy-mm-ddThh:mm:ss, UTC unless an offset is given').optional(),
  duration: realNumber('length of the activity in seconds', 0, 1e9).optional(),
  magnitude: wholeNumber('value of this contribution, as the reporting owner defines it').optional(),
  extra: extra.optional(),
};

/** What the browser helper filled in. The one-hour token of the look-up goes by the same name and never records. */
const assertion = text(
  'in place of profile_id: what the browser helper put into the field of data-profile-token; good for 24 hours',
  512,
);

export const idempotencyKey = text('the same key is recorded once: a retry answers the same event_id', 128);

export const recordEventInput = z.object({
  profile_id: id("the participant's profile id, from GET /api/profile/id").optional(),
  participant_token: assertion.optional(),
  project_id: id('the Project ID Code of the Tools tab'),
  ...contribution,
  idempotency_key: idempotencyKey.optional(),
});

/** The most contributions that one hashed call reports. */
export const mostHashed = 500;

/** The hashed participation call: allowed case by case, by an editor. */
export const hashedInput = z.object({
  project: text(
    "the Project ID Code, the project's address here such as 12-bird-count, or the name in it alone",
    200,
  ),
  hashed: addressDigest,
  ...contribution,
  count: wholeNumber(
    'how many contributions these are: each has the duration and magnitude given',
    1,
    mostHashed,
  ).optional(),
  idempotency_key: idempotencyKey.optional(),
});

export const recordEventReply = z.object({
  event_id: z.int().meta({ description: 'the id of the recorded event; of several the first' }),
  duplicate: z
    .literal(true)
    .optional()
    .meta({ description: 'recorded before, with the same idempotency key' }),
  late: z.literal(true).optional().meta({ description: 'arrived more than 24 hours after it happened' }),
  test: z.literal(true).optional().meta({ description: 'the project is not published yet' }),
});
