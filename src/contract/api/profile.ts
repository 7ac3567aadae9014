/** Profile lookup (specification, operations 1 and 2) and participant tokens. */
import { z } from 'zod';
import notAddresses from '../../catalogue/no-addresses.json' with { type: 'json' };
import { fault, field } from '../fields/field.ts';
import { emailAddress, id } from '../fields/kinds.ts';

const digestShape = /^[0-9a-f]{64}$/;

const noAddresses = new Map(notAddresses.map(({ text, digest }) => [digest, text]));

/** The text of a digest that is not of an address: every client that hashes it by mistake would share one profile. */
function noAddressOf(digest: string): string | undefined {
  const text = noAddresses.get(digest);
  if (text === '') return 'the empty text';
  if (text !== undefined) return text.trim() === '' ? 'white space' : text.trim();
  return /^(.)\1+$/.test(digest) ? 'nothing' : undefined;
}

/**
 * SHA-256 of the trimmed address with ASCII letters lower-cased, as 64 hex digits of either case.
 * Test vector: `Jo.Doe@Example.org` → sha256("jo.doe@example.org").
 */
const digestExpected = 'must be the SHA-256 digest of the address as 64 hexadecimal digits';
export const addressDigest = field(
  {
    // Leaves room for white space around it.
    longest: 200,
    tooLong: digestExpected,
    read: (value) => {
      const digest = typeof value === 'string' ? value.trim().toLowerCase() : '';
      if (!digestShape.test(digest)) return fault(digestExpected);
      const hashed = noAddressOf(digest);
      return hashed === undefined
        ? digest
        : fault(`is the digest of ${hashed}, which is no address: skip participants without one`);
    },
  },
  'SHA-256 of the trimmed, lower-cased email address, as 64 hexadecimal digits; the digest of a text that cannot be an address, such as the empty text or `null`, is refused',
  { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' },
);

export const profileIdInput = z.object({
  hashed: addressDigest.optional(),
  identifier: emailAddress("the participant's email address; hashed at once, never stored").optional(),
  project_id: id('also return a participant_token for this project').optional(),
});

export const profileIdReply = z.object({
  service_profile_id: z.int().meta({ description: 'the profile id: store it and record with it' }),
  known: z.boolean().meta({ description: 'whether the address belongs to a registered member' }),
  participant_token: z.string().optional().meta({
    description: 'with project_id: for the confirmation message of that project, valid for an hour',
  }),
});

export const profileTokenInput = z.object({
  profile_id: id("the participant's profile id"),
  project_id: id('the project whose confirmation page gets the token'),
});

export const profileTokenReply = z.object({
  participant_token: z.string().meta({ description: 'for `data-participant` of the confirmation message' }),
  expires_in: z.int().meta({ description: 'seconds' }),
});
