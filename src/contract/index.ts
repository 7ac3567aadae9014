/**
 * The public API on one screen. The server implements every row, our pages and embeds can call nothing else, and the
 * API reference is generated from it. A row of this table is a permanent promise.
 */
import { contributionsInput, contributionsReply } from './api/contributions.ts';
import type { z } from 'zod';
import { hashedInput, recordEventInput, recordEventReply } from './api/event.ts';
import { finderInput, finderReply, metadataInput, metadataReply, ppsrReply } from './api/finder.ts';
import { profileIdInput, profileIdReply, profileTokenInput, profileTokenReply } from './api/profile.ts';
import { projectAddInput, projectAddReply, projectDetail, projectDetailInput } from './api/project.ts';
import { outcomeInput, outcomeReply } from './api/outcome.ts';
import { retractInput, retractReply } from './api/retraction.ts';
import type { RefusalCode } from './api/refusals.ts';
import { userInfoInput, userInfoReply } from './api/user-info.ts';

/** The scopes of an API key; `all` means every one of them. */
export const keyScopes = ['finder', 'record', 'projects'] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * `key`: an API key in the Authorization header, the query or the body, with that scope (`any`: every valid key);
 * `token`: an access token of OAuth 2 in the Authorization header; `none`: no key. `cors`: pages of any site may read the reply, without credentials. `jsonp`: a script element may,
 * too.
 */
export type Operation = {
  auth: 'none' | 'key' | 'token';
  scope?: KeyScope | 'any';
  cors?: true;
  jsonp?: true;
  /** The reply is the same for everybody: caches may keep it for so long, and ask whether it has changed. */
  cacheSeconds?: number;
  /** Other paths of the same operation. */
  also?: readonly string[];
  /** Without `format`, the address is a web page. */
  page?: true;
  /** Bytes of the largest body, if the usual limit is too small. */
  maxBytes?: number;
  /** The handler reads the fields itself, because they may have other names; `input` has ours. */
  ownReading?: true;
  input: z.ZodObject;
  /** Optional fields of which at least one must be sent. */
  eitherOf?: readonly string[];
  reply: z.ZodObject;
  /** The schema of replies in other formats than our JSON, by the value of `format`. */
  formats?: Record<string, z.ZodObject>;
  /** Refusals besides those that every operation has, such as a bad field or a wrong key. */
  refusals?: readonly RefusalCode[];
};

export const api = {
  'GET /api/profile/id': {
    auth: 'key',
    scope: 'record',
    input: profileIdInput,
    reply: profileIdReply,
    refusals: ['not_manager', 'no_project', 'not_published', 'withheld', 'trial_used_up'],
  },
  'GET /api/profile/token': {
    auth: 'key',
    scope: 'record',
    input: profileTokenInput,
    reply: profileTokenReply,
    refusals: ['not_manager', 'no_project', 'not_published', 'withheld', 'profile_gone'],
  },
  'GET /api/user_info': {
    auth: 'token',
    cors: true,
    also: ['/api/user_data'],
    input: userInfoInput,
    reply: userInfoReply,
  },
  'GET /api/contributions': {
    auth: 'token',
    cors: true,
    input: contributionsInput,
    reply: contributionsReply,
    refusals: ['wrong_scope'],
  },
  'POST /api/record_event': {
    auth: 'key',
    scope: 'record',
    input: recordEventInput,
    eitherOf: ['profile_id', 'participant_token'],
    reply: recordEventReply,
    refusals: ['not_manager', 'no_project', 'withheld', 'profile_gone', 'conflict', 'extra_used_up'],
  },
  'POST /api/participation/hashed/:project': {
    auth: 'key',
    scope: 'record',
    input: hashedInput,
    reply: recordEventReply,
    refusals: [
      ...(['not_manager', 'hashed_not_allowed', 'no_project', 'withheld'] as const),
      ...(['profile_gone', 'conflict', 'extra_used_up'] as const),
    ],
  },
  'POST /api/event/retract': {
    auth: 'key',
    scope: 'record',
    maxBytes: 400_000,
    input: retractInput,
    eitherOf: ['event_ids', 'idempotency_keys'],
    reply: retractReply,
    refusals: ['not_manager', 'no_project'],
  },
  'POST /api/outcome': {
    auth: 'key',
    scope: 'record',
    maxBytes: 2_000_000,
    input: outcomeInput,
    reply: outcomeReply,
    refusals: ['not_manager', 'no_project', 'withheld', 'not_published'],
  },
  'GET /finder': {
    auth: 'key',
    scope: 'finder',
    cors: true,
    jsonp: true,
    page: true,
    input: finderInput,
    reply: finderReply,
    formats: { ppsr: ppsrReply },
  },
  'GET /finder/metadata': {
    auth: 'none',
    cors: true,
    jsonp: true,
    input: metadataInput,
    reply: metadataReply,
  },
  'GET /api/project/:project_id': {
    auth: 'key',
    scope: 'any',
    cors: true,
    jsonp: true,
    input: projectDetailInput,
    reply: projectDetail,
    refusals: ['no_project'],
  },
  'POST /api/project/add': {
    auth: 'key',
    scope: 'projects',
    jsonp: true,
    maxBytes: 3_000_000,
    ownReading: true,
    input: projectAddInput,
    reply: projectAddReply,
    refusals: ['not_manager', 'no_project', 'other_key', 'added_elsewhere'],
  },
} as const satisfies Record<string, Operation>;

export type Api = typeof api;
