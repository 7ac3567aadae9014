/** The finder in a frame: its address, the element, and the script of the page around it that gives it its height. */
import { elementOf } from './script-tag.ts';
import { type Built, chosenValues, queryOf } from './built.ts';

export const framePath = '/widget';

/** Settings that have no meaning in a frame, which is a page of its own. */
const ofThePage = new Set(['target', 'consent', 'widget']);

/** The address of a frame: by number for a saved widget, otherwise with all settings. */
export function frameAddress(built: Built, baseUrl: string): string {
  if (built.saved !== undefined) return `${baseUrl}${framePath}/${built.saved}`;
  const { embed, look } = built;
  const chosen = Object.entries(chosenValues(built)).filter(([name]) => !ofThePage.has(name));
  const values = Object.fromEntries(chosen);
  const all = queryOf({ embed, values, look, as: 'html', preset: 'desktop', shows: 'ask' });
  const query = Object.entries(all).filter(([name]) => name !== 'embed');
  const text = String(new URLSearchParams(query));
  return `${baseUrl}${framePath}${text === '' ? '' : `?${text}`}`;
}

/** `width` in pixels; without it, all that there is. */
type PreviewFrame = { src: string; title: string; height: number; width?: number; mayAskWhere?: boolean };

export const frameTag = ({ src, title, height, width, mayAskWhere }: PreviewFrame): string =>
  elementOf('iframe', {
    src,
    title,
    width: String(width ?? '100%'),
    height: String(height),
    loading: 'lazy',
    style: 'border: 0; max-width: 100%',
    ...(mayAskWhere && { allow: 'geolocation' }),
  });

/** The message that a frame posts to its page. */
export const heightMessage = 'manyhands:height';

/** Compares the sender with each frame: other frames of the page cannot change the height of ours. */
export const sizingScript = (baseUrl: string): string => `<script>
  addEventListener('message', ({ source, data }) => {
    if (data?.type !== '${heightMessage}') return;
    for (const frame of document.querySelectorAll('iframe[src^="${baseUrl}${framePath}"]'))
      if (frame.contentWindow === source) frame.height = Math.min(data.height, 5000);
  });
</script>`;
