/** The data that an authorized site may see (specification, operation 3), and the scopes of OAuth 2. */
import { z } from 'zod';

/** The first is for those who ask for none. OpenID Connect clients use the three after `extensive`. */
export const scopes = ['login', 'extensive', 'openid', 'profile', 'email', 'contributions'] as const;
export type Scope = (typeof scopes)[number];

/** The meaning of each for the person who agrees, for developers. */
export const scopeMeanings: Record<Scope, string> = {
  login: 'the profile id, and a number that identifies the person here',
  extensive: 'these, the name, first and last name, and the main address',
  openid: 'OpenID Connect: an ID token, and `/userinfo`',
  profile: 'the name, first and last name',
  email: 'the main address',
  contributions: 'totals of what is credited to the person, by project and month; they may leave it out',
};

/** Paths of the authorization server, besides `/authorize` and `/token` of the specification. */
export const authorizePath = '/authorize';
export const tokenPath = '/token';

export const userInfoInput = z.object({});

export const userInfoReply = z.object({
  profile_id: z.int().meta({ description: 'the profile id: store it and record with it' }),
  user_id: z.int().meta({ description: 'identifies the person here; it never changes' }),
  url: z.string().meta({ description: 'the page of the person on the service' }),
  handle: z.string().optional().meta({
    description:
      'with `extensive` or `profile`: the name that the person goes by here; empty if they chose none',
  }),
  email: z
    .string()
    .optional()
    .meta({ description: 'with `extensive` or `email`: the main address, which the person has proved' }),
  first_name: z
    .string()
    .optional()
    .meta({ description: 'with `extensive` or `profile`; empty if the person gave none' }),
  last_name: z
    .string()
    .optional()
    .meta({ description: 'with `extensive` or `profile`; empty if the person gave none' }),
});
