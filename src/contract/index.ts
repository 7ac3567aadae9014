/**
 * The public API on one screen. The server implements every row, our pages and embeds can call nothing else,
 * and the API reference is made from it. A row of this table is a promise for ever.
 */
import type { z } from 'zod';
import { hashedInput, recordEventInput, recordEventReply } from './event.ts';
import { finderInput, finderReply, metadataInput, metadataReply, ppsrReply } from './finder.ts';
import { profileIdInput, profileIdReply, profileTokenInput, profileTokenReply } from './profile.ts';
import { projectAddInput, projectAddReply, projectDetail, projectDetailInput } from './project.ts';

/** What a key may be used for; `all` stands for every one of them. */
export const keyScopes = ['finder', 'record', 'projects'] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * `key`: an API key in the Authorization header, the query or the body, with that scope (`any`: every valid key); `none`: everybody.
 * `cors`: pages of any site may read the reply, without credentials. `jsonp`: a script element may, too.
 */
export type Operation = {
  auth: 'none' | 'key';
  scope?: KeyScope | 'any';
  cors?: true;
  jsonp?: true;
  /** Without `format` the address is a web page. */
  page?: true;
  /** The largest body in bytes, where the usual limit is too small. */
  mostBytes?: number;
  /** The handler reads the fields itself, since they may come under other names; `input` has ours. */
  ownReading?: true;
  input: z.ZodObject;
  reply: z.ZodObject;
  /** The reply in another format than JSON of our names, by the value of `format`. */
  formats?: Record<string, z.ZodObject>;
};

export const api = {
  'GET /api/profile/id': { auth: 'key', scope: 'record', input: profileIdInput, reply: profileIdReply },
  'GET /api/profile/token': {
    auth: 'key',
    scope: 'record',
    input: profileTokenInput,
    reply: profileTokenReply,
  },
  'POST /api/record_event': {
    auth: 'key',
    scope: 'record',
    input: recordEventInput,
    reply: recordEventReply,
  },
  'POST /api/participation/hashed/:project': {
    auth: 'key',
    scope: 'record',
    input: hashedInput,
    reply: recordEventReply,
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
  },
  'POST /api/project/add': {
    auth: 'key',
    scope: 'projects',
    jsonp: true,
    mostBytes: 3_000_000,
    ownReading: true,
    input: projectAddInput,
    reply: projectAddReply,
  },
} as const satisfies Record<string, Operation>;

export type Api = typeof api;
