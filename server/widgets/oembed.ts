/** oEmbed 1.0 (https://oembed.com): the frame of a project or of a saved widget, for editors that turn an address into it. */
import { finderHeight } from '../../src/embed-code/reserved-space.ts';
import { readBuilt } from '../../src/embed-code/built.ts';
import { frameAddress, framePath, frameTag } from '../../src/embed-code/frame.ts';
import { finderShapeOf, type Service } from '../../src/embed-code/snippets.ts';
import { isOfTheWeb, webUrl } from '../../src/contract/fields/web-url.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { finderTitleIn, languageOf } from '../text/languages.ts';
import { builtFrom } from './saved/settings.ts';
import type { SavedWidgets } from './saved/store.ts';

export type Oembed = {
  service: Service;
  widgets: SavedWidgets;
  /** The title of a project that everybody sees. */
  titleOf: (projectId: number) => Promise<string | undefined>;
};

const usualWidth = 600;
export function oembedPages({ service, widgets, titleOf }: Oembed): PageHandlers {
  const { baseUrl, serviceName } = service;

  const framed = async ({ pathname, searchParams }: URL) => {
    const path = pathname.replace(/\/$/, '');
    // A search, or a frame with its settings: what the finder does not know is left out.
    if (path === '/finder' || path === framePath)
      return { title: undefined, built: readBuilt({ ...Object.fromEntries(searchParams), embed: 'finder' }) };
    const [, kind, number] = /^\/(project|widget)\/(\d{1,15})(?:-[^/]*)?$/.exec(path) ?? [];
    if (number === undefined) return undefined;
    if (kind === 'project') {
      const title = await titleOf(Number(number));
      return title === undefined
        ? undefined
        : { title, built: readBuilt({ embed: 'finder', projects: number }) };
    }
    const saved = await widgets.find(Number(number));
    return saved && { title: saved.values['title'], built: { ...builtFrom(saved), saved: number } };
  };

  return {
    'GET /oembed': async ({ query }: Visit): Promise<PageAnswer> => {
      const { url, format = 'json' } = query;
      if (format !== 'json') return notJson;
      const page = typeof url === 'string' ? webUrl(url) : undefined;
      // The host alone: people also paste addresses with http.
      const isOurs = page !== undefined && isOfTheWeb(page) && page.host === new URL(baseUrl).host;
      const frame = isOurs ? await framed(page) : undefined;
      if (!frame) throw new Refusal('not_found', 'There is no project or widget at this address.');
      const { built, title = finderTitleIn(languageOf(built.values['lang']), serviceName) } = frame;
      const width = Math.min(usualWidth, max(query['maxwidth']));
      // An editor that offers less gets a frame that scrolls.
      const height = Math.min(finderHeight(finderShapeOf(built)), max(query['maxheight']));
      const src = frameAddress(built, baseUrl);
      return {
        json: {
          version: '1.0',
          type: 'rich',
          title,
          cache_age: 3600,
          width,
          height,
          provider_name: serviceName,
          provider_url: `${baseUrl}/`,
          html: frameTag({ src, title, height, width }),
        },
        headers: {
          'Cache-Control': 'public, max-age=300',
          'Access-Control-Allow-Origin': '*',
          'Cross-Origin-Resource-Policy': 'cross-origin',
        },
      };
    },
  };
}

/** A size in pixels as a consumer offers it; anything else is no limit. */
const max = (value: unknown): number =>
  typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value) ? Number(value) : Infinity;

/** The specification's status for a format that is not offered. */
const notJson: PageAnswer = {
  name: 'problem',
  title: 'Something went wrong',
  status: 501,
  data: { status: 501, message: 'oEmbed replies are in JSON here: format=json.' },
};
