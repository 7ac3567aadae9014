/** "Check my page": reads an owner's page by the guarded fetch, and says what is right there and what is not. */
import { type CheckPage, checkPath, type Finding, type LastSeen } from '../../../src/contract/pages/check.ts';
import { webUrl } from '../../../src/contract/fields/web-url.ts';
import { FetchFault, fetchFaults, type FetchedPage, type FetchPage } from '../../http/fetch-guarded.ts';
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
  const aboutDirectory = async ({ name, values }: CheckedEmbed, origin: string): Promise<Finding[]> => {
    const { project_id, mode, widget } = values;
    if (widget !== undefined)
      return (await widgets.find(Number(widget)))
        ? [{ kind: 'right', says: `Widget ${widget} is there.` }]
        : [{ kind: 'wrong', says: `There is no widget ${widget}: it was deleted, or never was.` }];
    const id = Number(project_id);
    if (name === 'finder' || !Number.isSafeInteger(id) || id < 1) return [];
    if (!(await isOpen(id)))
      return [
        {
          kind: 'wrong',
          says: `There is no published project ${id}. Compare the number with its Tools tab.`,
        },
      ];
    if (mode !== undefined) return [];
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
    [`GET ${checkPath}`]: ({ query }) => answer({ url: typedIn(query['url']) }),

    'POST /builder/check': async ({ fields, visitor, ip, now }) => {
      const url = typedIn(fields['url']);
      const address = webUrl(/^[a-z][a-z\d+.-]*:/i.test(url) ? url : `https://${url}`);
      if (!address) return answer({ url, fault: 'This is no address of a page.' }, 400);
      await countCheck(ip, now);
      try {
        const fetched = await fetchPage(address.href);
        const { findings, embeds } = await checkApart(fetched, baseUrl, ip);
        const { origin } = fetched.url;
        const further = await Promise.all(embeds.map((each) => aboutDirectory(each, origin)));
        return answer({
          url,
          checked: {
            url: fetched.url.href,
            findings: [...findings, ...further.flat()],
            seen: await lastSeen(visitor, embeds, origin),
          },
        });
      } catch (error) {
        if (error instanceof Refusal && error.code === 'too_large')
          return answer({ url, fault: error.message });
        if (!(error instanceof FetchFault)) throw error;
        return answer({ url, fault: fetchFaults[error.why] });
      }
    },
  };
}

const typedIn = (text = ''): string => text.trim().slice(0, 2000);
