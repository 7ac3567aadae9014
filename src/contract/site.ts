/**
 * The operations of our own embeds, in the form of the public table; they may change together with the embeds. Every
 * row is a `fetch` without cookies; bodies are JSON sent as text/plain, which needs no preflight request. A grant or a
 * participant token is in the body, never in an address.
 */
import { z } from 'zod';
import { contribution, idempotencyKey } from './api/event.ts';
import { fault, field } from './fields/field.ts';
import { emailAddress, flag, id, oneOf, text } from './fields/kinds.ts';
import { widgetInput, widgetReply } from './api/finder-widget.ts';
import type { Operation } from './index.ts';

/** An opaque random token of ours: base64url, with a maximum length so that no comparison takes long. */
const opaque = (description: string) =>
  field(
    {
      longest: 512,
      tooLong: 'is not one of ours',
      read: (value) =>
        typeof value === 'string' && /^[\w.-]{16,512}$/.test(value) ? value : fault('is not one of ours'),
    },
    description,
  );

const grant = opaque('the project grant that this page holds');
const project_id = id('the project');

/** Most wanted first; the reply is in the first that there is. */
const lang = text('languages of the message: first parts of BCP 47 tags, joined by commas', 40).optional();

/** The participant's contribution on a page, which the page shows by its grant or by the owner's participant token. */
const ownContribution = {
  project_id,
  grant: grant.optional(),
  participant: opaque('participant_token').optional(),
  event_id: idempotencyKey.optional(),
};

/** A grant as the page stores it: every use may return a newer token, which replaces the older one. */
const granted = z.object({
  grant: z.string(),
  expires: z.string().meta({ description: 'ISO time; sliding: each use moves it' }),
});

/** The reply about a settled contribution, for the participant's own page. */
const settled = z.object({
  credited: z.boolean(),
  event_id: z.int().optional(),
  duplicate: z.literal(true).optional(),
  grant: z.string().optional(),
});

const words = z
  .object({
    lang: z.string(),
    dir: z.enum(['ltr', 'rtl']),
    version: z.string(),
    words: z.record(z.string(), z.record(z.string(), z.string())),
  })
  .optional()
  .meta({ description: 'the messages in the requested language, unless the page has this version' });

const described = z.object({
  project_id: z.int(),
  title: z.string(),
  page: z.string().meta({ description: "the project's page on our site" }),
  may_grant: z.boolean().meta({
    description:
      "whether this page's origin is one of the project's; otherwise the message links to our site",
  }),
  retention_days: z.int(),
  fedcm: z.literal(true).optional().meta({ description: "the browser's own dialog (FedCM) may be used" }),
  words,
});

export const site = {
  /**
   * The only request before a click: project, messages and settings. It counts "shown", and sends nothing about a
   * person.
   */
  'GET /embed/project': {
    auth: 'none',
    cors: true,
    input: z.object({
      project_id: project_id.optional(),
      lang,
      words: text('the version of the words that the page has kept', 40).optional(),
    }),
    reply: described,
  },
  /** Redeems the popup's one-time code: bound to project, origin and the S256 challenge. */
  'POST /embed/connect': {
    auth: 'none',
    cors: true,
    input: z.object({ project_id, code: opaque('the one-time code'), verifier: opaque('the PKCE verifier') }),
    reply: granted,
  },
  /** Mails six digits to the address; the same reply for known and unknown addresses. */
  'POST /embed/join': {
    auth: 'none',
    cors: true,
    input: z.object({
      project_id,
      address: emailAddress('where the six digits go'),
      of_age: flag('the participant said that they are 16 or older'),
      lang,
    }),
    reply: z.object({ flow: z.string() }),
  },
  /** Redeems the six digits for a grant on this project, never to sign in. */
  'POST /embed/join/code': {
    auth: 'none',
    cors: true,
    input: z.object({
      project_id,
      flow: opaque('the flow that /embed/join returned'),
      address: emailAddress('the same address again: it is not stored between the two calls'),
      code: text('six digits', 20),
    }),
    reply: granted.extend({
      sign_in_by: z.string().meta({
        description: 'ISO time, the same for everybody: a new profile without a sign-in is deleted then',
      }),
    }),
  },
  /**
   * Exchanges the code of a group for a grant with which this page counts contributions for it, and for nobody: no
   * account, no profile, and the same grant for everybody on that day.
   */
  'POST /embed/group': {
    auth: 'none',
    cors: true,
    input: z.object({ project_id, code: text('the code of the group', 40) }),
    reply: granted,
  },
  /**
   * Bronze: records a contribution with a grant. The same `event_id` is recorded once; `put_back` is the participant's
   * own word that it is to be credited again after an undo.
   */
  'POST /embed/record': {
    auth: 'none',
    cors: true,
    input: z.object({
      grant,
      project_id,
      ...contribution,
      event_id: idempotencyKey,
      put_back: flag('credit again what was undone').optional(),
      lang,
    }),
    reply: settled.extend({
      so_far: z.string().optional().meta({
        description: 'with `lang`: what the participant has contributed to the project so far, in words',
      }),
      removed: z.literal(true).optional().meta({
        description: 'the participant removed it on our own site, where alone it can be taken back',
      }),
      group: z
        .string()
        .optional()
        .meta({ description: "with a group's grant: the group that it counts for" }),
    }),
  },
  /**
   * Unties a contribution from the profile: by grant, the one with this event_id; by participant token, that one or the
   * latest. With `put_back` and a token, ties it again; with `stopped`, takes back that "no", and ties
   * again the contribution that it was about.
   */
  'POST /embed/undo': {
    auth: 'none',
    cors: true,
    input: z.object({
      ...ownContribution,
      put_back: flag('by participant token: tie again what it untied').optional(),
      stopped: z.string().max(1000).optional().meta({ description: 'from the reply to `/embed/decline`' }),
    }),
    reply: settled,
  },
  /**
   * Stops crediting: later contributions, and with a participant token this one; without `keep_past` also those of the
   * last day. With a grant and a token both count: they may be of two profiles, and one of them may have ended. Only the
   * participant can end this, and for seven days whoever has the token of this reply, which is on the page alone.
   */
  'POST /embed/decline': {
    auth: 'none',
    cors: true,
    input: z.object({
      ...ownContribution,
      keep_past: flag('take off no more than the contribution that the page is about').optional(),
    }),
    reply: settled.extend({
      token_gone: z.literal(true).optional().meta({
        description:
          'the grant has stopped later contributions; the token is no longer good, so this one stays',
      }),
      stopped: z.string().meta({ description: 'for `/embed/undo`: takes this back within seven days' }),
    }),
  },
  /**
   * The browser helper: the profile of this page's grant, as a number and as an assertion that record_event accepts.
   */
  'POST /embed/assertion': {
    auth: 'none',
    cors: true,
    input: z.object({ project_id, grant }),
    reply: z.object({ profile_id: z.int(), participant_token: z.string(), grant: z.string().optional() }),
  },
  /** "Not you?": ends this page's grant and nothing more. */
  'POST /embed/forget': {
    auth: 'none',
    cors: true,
    input: z.object({ project_id, grant }),
    reply: z.object({}),
  },
  /**
   * The finder widget. Its reply has only what the directory shows to everybody, so any cache may keep it for a minute.
   */
  'GET /embed/finder': {
    auth: 'none',
    cors: true,
    cacheSeconds: 60,
    input: widgetInput,
    reply: widgetReply.extend({ words }),
  },
  /** Counts that a saved widget was seen, or that a project in it was opened; nothing about a person. */
  'POST /embed/widget': {
    auth: 'none',
    cors: true,
    input: z.object({ widget: id('the saved widget'), act: oneOf('what happened', ['view', 'click']) }),
    reply: z.object({}),
  },
} as const satisfies Record<string, Operation>;

export type SiteApi = typeof site;

/**
 * The message that the popup posts to the page that opened it, to exactly its registered origin: `here` as soon as it is open, to
 * everybody alike, so that the page knows that a window can answer it; then the code.
 */
export type ConnectMessage = { state: string } & (
  { type: 'manyhands:here'; code?: never } | { type: 'manyhands:code'; code: string }
);

/** The popup's address: /connect?project_id=&origin=&challenge=&state=&lang= (S256 challenge, base64url; lang for its mail). */
export const connectPath = '/connect';

/**
 * The path of FedCM (`config.json`, `accounts`, `assertion` below it), and of the page where the browser's dialog lets
 * people sign in.
 */
export const fedcmPath = '/fedcm';
export const signInPath = '/connect/fedcm';
