/** The popup: a first-party page that names project and site, and gives a one-time code to the page that opened it. */
import { languageOf } from '../text/languages.ts';
import { z } from 'zod';
import { id } from '../../src/contract/fields/kinds.ts';
import type { Page, PageData, ProjectHead } from '../../src/contract/pages.ts';
import type { MoreHeaders, PageHandlers, Visit } from '../http/pages.ts';
import { mayHoldGrants } from './origin.ts';
import type { OneTimeCodes } from './one-time-codes.ts';

export type ConnectPages = {
  codes: OneTimeCodes;
  openHead: (projectId: number, lang?: string) => Promise<ProjectHead | undefined>;
  isRegistered: (projectId: number, origin: string) => Promise<boolean>;
  /** The profile of the person's main address, and that address. */
  mainProfile: (accountId: number) => Promise<{ profileId: number; address: string } | undefined>;
  /** The headers that report a session to the browser's FedCM; undefined if there is no session. */
  toFederate: (session: string) => MoreHeaders['headers'];
};

const question = z.object({
  project_id: id('the project'),
  origin: z.string().max(300),
  challenge: z.string().regex(/^[\w-]{43}$/),
  state: z.string().regex(/^[\w-]{16,128}$/),
});

/** The languages of the embed, for the sign-in mail; other values are ignored. */
const language = z.object({
  lang: z
    .string()
    .regex(/^[a-z]{2,3}(?:,[a-z]{2,3}){0,4}$/)
    .transform((list) => languageOf(list)),
});

type ConnectQuery = z.output<typeof question> & { lang?: string };

export function connectPages({
  codes,
  openHead,
  isRegistered,
  mainProfile,
  toFederate,
}: ConnectPages): PageHandlers {
  const page = (data: Extract<Page, { name: 'connect' }>['data'], title: string, status = 200): Page => ({
    name: 'connect',
    title,
    status,
    data,
  });
  const refused = (fault: NonNullable<PageData['connect']['fault']>) =>
    page({ state: 'refused', fault }, 'This cannot be connected', 400);

  /** All fields are checked again on every visit: the partner page can write any address. */
  const read = async (fields: unknown): Promise<{ request: ConnectQuery; project: ProjectHead } | Page> => {
    const { success, data } = question.safeParse(fields);
    if (!success) return refused('incomplete');
    const request: ConnectQuery = { ...data, ...language.safeParse(fields).data };
    const project = await openHead(request.project_id, request.lang);
    if (!project) return refused('noProject');
    const isTheirs =
      mayHoldGrants(request.origin) && (await isRegistered(request.project_id, request.origin));
    if (!isTheirs) return refused('notRegistered');
    return { request, project };
  };

  return {
    'GET /connect': {
      keepsOpener: true,
      answer: async ({ query, visitor }: Visit) => {
        const outcome = await read(query);
        if ('name' in outcome) return outcome;
        const { request, project } = outcome;
        const shown = { project, origin: request.origin, request };
        const main = visitor && (await mainProfile(visitor.accountId));
        return main
          ? page(
              { state: 'ask', account: main.address, ...shown },
              `Credit your contributions to ${project.title}`,
            )
          : page({ state: 'sign-in', ...shown }, 'Sign in to credit your contributions');
      },
    },

    'POST /connect': {
      keepsOpener: true,
      answer: async ({ fields, visitor, now }: Visit) => {
        const outcome = await read(fields);
        if ('name' in outcome) return outcome;
        const { request, project } = outcome;
        const shown = { project, origin: request.origin, request };
        const main = visitor && (await mainProfile(visitor.accountId));
        if (!main) return page({ state: 'sign-in', ...shown }, 'Sign in to credit your contributions');
        const place = { projectId: request.project_id, origin: request.origin };
        const code = await codes.forPopup(
          place,
          main.profileId,
          { challenge: request.challenge, isTold: true },
          now,
        );
        return page({ state: 'done', code, ...shown }, 'Done');
      },
    },

    // The page that the browser's dialog opens if nobody is signed in. A person who is signed in has a session from
    // before FedCM was offered.
    'GET /connect/fedcm': ({ visitor }: Visit) => {
      const headers = visitor && toFederate(visitor.session);
      return headers
        ? { ...page({ state: 'signed-in' }, 'You are signed in'), headers }
        : page({ state: 'sign-in' }, 'Sign in to credit your contributions');
    },

    'GET /connect/ready': ({ visitor }: Visit) => ({ json: { ready: visitor !== undefined } }),
  };
}
