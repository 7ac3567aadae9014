/**
 * The finder as a page for frames: /widget/<number> for a saved widget, /widget?… with the settings in its address.
 * Any page may frame it: it has neither our cookies nor a form that leads anywhere, and shows what everybody may see.
 */
import { documentLang, isRightToLeft } from '../../src/ui/words/language.ts';
import { createHash } from 'node:crypto';
import { type Built, chosenValues, faultsIn, readBuilt } from '../../src/embed-code/built.ts';
import { framePath, heightMessage } from '../../src/embed-code/frame.ts';
import { type Service, styleOf } from '../../src/embed-code/snippets.ts';
import { escaped, scriptTag } from '../../src/embed-code/script-tag.ts';
import type { PageAnswer, PageHandlers } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { finderTitleIn, languageOf } from '../text/languages.ts';

/** The address of the oEmbed reply about a page of ours, which the page links to (discovery). */
const oembedAddress = (baseUrl: string, path: string): string =>
  `${baseUrl}/oembed?${new URLSearchParams({ format: 'json', url: baseUrl + path })}`;

/**
 * Posts the height of the page to the page around it; nothing in it is secret. WordPress shows frames of providers that
 * it does not know in a sandbox without popups: it sets the height and follows links when a message names its secret
 * (wp-embed.js), and follows only links to the frame's own host.
 */
const sizing = `addEventListener('DOMContentLoaded', () => {
  const secret = /[?&]secret=(\\w{1,64})$/.exec(location.hash)?.[1];
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    parent.postMessage({ type: '${heightMessage}', height }, '*');
    if (secret) parent.postMessage({ message: 'height', value: height, secret }, '*');
  };
  if (parent !== window) new ResizeObserver(tell).observe(document.body);
  if (secret) addEventListener('click', (event) => {
    const link = event.composedPath().find(({ href }) => href);
    if (!link) return;
    event.preventDefault();
    parent.postMessage({ message: 'link', value: link.href, secret }, '*');
  });
});`;
const digest = createHash('sha256').update(sizing).digest('base64');

/** Settings of the builder that a frame does not take. */
const left = new Set(['target', 'consent', 'widget']);

export const framePages = (service: Service): PageHandlers => ({
  [`GET ${framePath}`]: ({ query, lang }) => {
    const built = readBuilt({ ...query, embed: 'finder' });
    const faults = faultsIn(built);
    const sound = (name: string) => !left.has(name) && faults[name] === undefined;
    const values = Object.fromEntries(Object.entries(chosenValues(built)).filter(([name]) => sound(name)));
    const hasFaults = Object.keys(faults).some((name) => name.startsWith('look-'));
    const style = styleOf(hasFaults ? { ...built, look: {} } : built);
    return frame(service, { values, style, lang: languageOf(values['lang'], lang) });
  },
  // The embed itself says when a widget was deleted.
  [`GET ${framePath}/:widget`]: ({ params, lang }) => {
    const { widget = '' } = params;
    if (!/^[1-9]\d{0,14}$/.test(widget)) throw new Refusal('not_found', 'There is no such widget here.');
    return frame(service, { values: { widget }, style: '', lang, discoverable: `${framePath}/${widget}` });
  },
});

/** `lang`: of the widget, or else of the visitor. `discoverable`: the address that oEmbed knows. */
type Framed = { values: Built['values']; style: string; lang: string; discoverable?: string };

function frame({ baseUrl, serviceName }: Service, { values, style, lang, discoverable }: Framed): PageAnswer {
  const data = Object.fromEntries(Object.entries(values).map(([name, value]) => [`data-${name}`, value]));
  const usual = finderTitleIn(lang, serviceName);
  const title = escaped(values['title'] ?? usual);
  const alternate =
    discoverable === undefined
      ? ''
      : `<link rel="alternate" type="application/json+oembed" href="${escaped(oembedAddress(baseUrl, discoverable))}" title="${title}">\n`;
  return {
    // The visitor's browser decides about the language unless the widget does.
    document: `<!doctype html>
<html lang="${documentLang(lang)}" dir="${isRightToLeft(lang) ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
${alternate}<style>html { color-scheme: light; } body { margin: 0; }</style>
${style}<script>${sizing}</script>
<body><main lang="">
${scriptTag(`${baseUrl}/static/api/finder.js`, data)}
<a href="${escaped(baseUrl)}/finder" target="_blank" rel="noopener">${escaped(usual)}</a>
</main>
`,
    mayBeFramed: true,
    headers: {
      'Content-Security-Policy': [
        "default-src 'none'",
        `script-src ${baseUrl} 'sha256-${digest}'`,
        `connect-src ${baseUrl}`,
        "style-src 'unsafe-inline'",
        `img-src ${baseUrl} data:`,
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
      'Cache-Control': 'public, max-age=60',
      Vary: 'Accept-Language, Cookie',
      'Origin-Agent-Cluster': '?0',
      // For pages that are isolated (COEP): all that the frame loads allows it.
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  };
}
