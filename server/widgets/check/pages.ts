/** "Check my page": reads an owner's page by the guarded fetch, and says what is right there and what is not. */
import {
  type CheckPage,
  checkPath,
  type Finding,
  type LastSeen,
  longestPage,
} from '../../../src/contract/pages/check.ts';
import { webUrl } from '../../../src/contract/fields/web-url.ts';
import {
  FetchFault,
  fetchFaults,
  type FetchedPage,
  type FetchPage,
} from '../../http/outgoing/fetch-guarded.ts';
import { Refusal } from '../../http/refusal.ts';
import type { PageAnswer, PageHandlers, Visitor } from '../../http/pages.ts';
import type { SavedWidgets } from '../saved/store.ts';
import type { CheckedPage } from './check.ts';

type CheckedEmbed = CheckedPage['embeds'][number];
type CheckedSubject = { project: number } | { widget: number };

export type Checking = {
  baseUrl: string;
  fetchPage: FetchPage;
  /** Checks a page in a thread, or refuses. */
  checkApart: (page: FetchedPage, baseUrl: string, ip: string) => Promise<CheckedPage>;
  /** Counts a check for its network, or refuses. */
  countCheck: (ip: string, now: number) => Promise<void>;
  widgets: Pick<SavedWidgets, 'find'>;
  isOpen: (projectId: number) => Promise<boolean>;
  isRegistered: (projectId: number, origin: string) => Promise<boolean>;
  /** Returns the last signs of a project's message, or of a widget, on a site: for a person who manages it. */
  seen: (visitor: Visitor, about: CheckedSubject, origin: string) => Promise<LastSeen[]>;
};

export function checkPages(deps: Checking): PageHandlers {
  const { baseUrl, fetchPage, checkApart, countCheck, widgets, isOpen, isRegistered, seen } = deps;

  /** The findings that need the directory: the project, its origins, the widget. */
  const aboutDirectory = async (
    { name, values }: CheckedEmbed,
    origin: string | undefined,
  ): Promise<Finding[]> => {
    const { project_id, mode, widget } = values;
    if (widget !== undefined)
      return (await widgets.find(Number(widget)))
        ? [{ kind: 'right', says: `Widget ${widget} is there.` }]
        : [{ kind: 'wrong', says: `There is no widget ${widget}.` }];
    const id = Number(project_id);
    if (name === 'finder' || !Number.isSafeInteger(id) || id < 1) return [];
    if (!(await isOpen(id)))
      return [
        {
          kind: 'wrong',
          says: `There is no published project ${id}. Compare the number with its Tools tab.`,
        },
      ];
    if (mode !== undefined || origin === undefined) return [];
    return (await isRegistered(id, origin))
      ? [{ kind: 'right', says: `\`${origin}\` is a registered site of the project.` }]
      : [
          {
            kind: 'wrong',
            says: `\`${origin}\` is not a registered site of project ${id}: the message only links to our site there. The Tools tab lists the registered ones; ask an editor to add yours.`,
          },
        ];
  };

  const lastSeen = async (
    visitor: Visitor | undefined,
    embeds: CheckedEmbed[],
    origin: string,
  ): Promise<LastSeen[]> => {
    if (!visitor) return [];
    const about = embeds.flatMap(({ name, values }): CheckedSubject[] => {
      if (values['widget'] !== undefined) return [{ widget: Number(values['widget']) }];
      const project = name === 'finder' ? undefined : values['project_id'];
      return project === undefined ? [] : [{ project: Number(project) }];
    });
    const [first] = about;
    return first ? seen(visitor, first, origin) : [];
  };

  const answer = (data: CheckPage, status = 200): PageAnswer => ({
    name: 'check',
    title: 'Check my page',
    description: 'Reads your page, and says what keeps an embed from working there.',
    ...(status !== 200 && { status }),
    data,
  });

  return {
    [`GET ${checkPath}`]: ({ query }) => answer({ url: typedIn(query['url']), html: '' }),

    'POST /builder/check': {
      // Signs of markup take three bytes of a form, and most letters one.
      maxBytes: 2 * longestPage,
      answer: async ({ fields, visitor, ip, now }) => {
        const url = typedIn(fields['url']);
        const html = (fields['html'] ?? '').slice(0, longestPage);
        const isPasted = html.trim() !== '';
        const refuse = (fault: string, status?: number) => answer({ url, html, fault }, status);
        if (url === '' && !isPasted) return refuse('Give the address of your page, or paste its HTML.', 400);
        const address = webUrl(withScheme(url));
        if (url !== '' && !address) return refuse('This is no address of a page.', 400);
        await countCheck(ip, now);
        try {
          const page = isPasted ? pastedPage(html, address) : await fetchPage(address?.href ?? '');
          const { findings, embeds } = await checkApart(page, baseUrl, ip);
          const origin = isPasted ? address?.origin : page.url.origin;
          const further = await Promise.all(embeds.map((each) => aboutDirectory(each, origin)));
          return answer({
            url,
            html,
            checked: {
              ...(origin !== undefined && { url: page.url.href }),
              findings: [...findings, ...further.flat(), ...(isPasted ? unseenIn(address) : [])],
              seen: origin === undefined ? [] : await lastSeen(visitor, embeds, origin),
            },
          });
        } catch (error) {
          if (error instanceof Refusal && error.code === 'too_large') return refuse(error.message);
          if (!(error instanceof FetchFault)) throw error;
          return refuse(`${fetchFaults[error.why]} You can also paste the HTML of the page below.`);
        }
      },
    },
  };
}

/** Sites that are being built have no encryption. */
const withScheme = (typed: string) =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(typed)
    ? typed
    : `${/^(localhost|127\.|\[)/.test(typed) ? 'http' : 'https'}://${typed}`;

const typedIn = (text = ''): string => text.trim().slice(0, 2000);

/** A page as its owner pasted it, without the headers of a server. */
const pastedPage = (html: string, address: URL | undefined): FetchedPage => ({
  url: address ?? new URL('https://page.invalid/'),
  bytes: Buffer.from(html),
  type: 'text/html; charset=utf-8',
  headers: {},
  isCut: html.length >= longestPage,
});

const unseenIn = (address: URL | undefined): Finding[] => [
  {
    kind: 'note',
    says: 'The headers of your server are not in the HTML: a content security policy there was not read.',
  },
  ...(address
    ? []
    : [
        {
          kind: 'note' as const,
          says: 'Name the address of the page as well, and we say whether its site is a registered one.',
        },
      ]),
];
