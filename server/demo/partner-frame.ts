/** The frame of every page of the partner site, and the pages for errors. */
import { html, type Html, type Piece } from './partner-html.ts';
import { bird } from './partner-art.ts';

/** The data about the service and about the two projects registered there. */
export type PartnerSite = {
  serviceName: string;
  baseUrl: string;
  slug: string;
  origin: string;
  bronze: number;
  silver: number;
  gold: number;
  /** The Content-Security-Policy of every page. */
  policy: string;
};

export type PartnerPage = 'front' | 'bronze' | 'silver' | 'gold' | 'finder';

const name = 'Hedge & Pond';
const places: [PartnerPage, string, string][] = [
  ['front', '/demo/', 'Start'],
  ['bronze', '/demo/bronze', 'Bird count'],
  ['silver', '/demo/silver', 'Pond survey'],
  ['gold', '/demo/gold', 'Moth night'],
  ['finder', '/demo/projects', 'More projects'],
];

export function page(site: PartnerSite, title: string, place: PartnerPage | undefined, main: Piece): string {
  const links = places.map(
    ([which, address, label]) =>
      html`<li><a href="${address}" ${which === place && html`aria-current="page"`}>${label}</a></li>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${place === 'front' ? `${name}, a demonstration` : `${title} – ${name}`}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/demo/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/demo/style.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the page</a>
        <aside class="notice" aria-label="About this site">
          A demonstration on this computer: ${name} is made up, and stands for any project’s own site.
        </aside>
        <header>
          <a class="name" href="/demo/">${bird('robin')} <span>${name}</span></a>
          <nav aria-label="Pages">
            <ul>
              ${links}
            </ul>
          </nav>
        </header>
        <main id="main" class="${place ?? 'lost'}">${main}</main>
        <footer>
          <p>${name}. Three neighbours, one ladder, two pairs of wellies.</p>
          <p>
            Beside it on this computer: <a href="${site.baseUrl}/">${site.serviceName}</a>, where
            contributions are credited, and <a href="${site.baseUrl}/dev/outbox">its outbox</a>, where its
            mail arrives.
          </p>
        </footer>
      </body>
    </html>`.text;
}

export const problemPage = (site: PartnerSite, title: string, text: string): string =>
  page(
    site,
    title,
    undefined,
    html`<section class="sheet">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="ways">
        <a class="button" href="/demo/bronze">Count birds</a>
        <a class="button" href="/demo/silver">Look into a pond</a>
      </p>
    </section>`,
  );

/** Hidden unless opened: for readers who want to do the same on their own site. */
export const forOwners = (content: Piece): Html =>
  html`<details class="owners">
    <summary>What this page contains</summary>
    <div>${content}</div>
  </details>`;
