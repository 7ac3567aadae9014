/** A page with the finder widget: a search of the directory, or a widget that its visitor saved in the builder. */
import { finderHeight } from '../../src/embed-code/reserved-space.ts';
import { scriptTag } from '../../src/embed-code/script-tag.ts';
import { forOwners, page, type PartnerSite } from './partner-frame.ts';
import { Html, html } from './partner-html.ts';
import { policyShown } from './partner-thanks.ts';

const shape = { layout: 'list', count: 3, hasHeading: true, hasForm: true, hasNearMe: false } as const;

/** The room of the finder, which the policy of the site allows by its hash. */
export const finderRoom = `min-height: ${finderHeight(shape)}px; margin: 1em 0`;

/** The number of a saved widget in the address; undefined for everything else. */
export const widgetIn = (query: unknown): string | undefined =>
  typeof query === 'string' && /^[1-9]\d{0,14}$/.test(query.trim()) ? query.trim() : undefined;

/** The snippet as the builder writes it. */
function snippet({ baseUrl, serviceName }: PartnerSite, settings: Record<string, string>): Html {
  const link = html`<a href="${baseUrl}/finder?topic=Birds">Projects on ${serviceName}</a>`;
  return new Html(
    `<div style="${finderRoom}">\n${scriptTag(`${baseUrl}/static/api/finder.js`, settings)}${link.text}\n</div>`,
  );
}

export function projectsPage(site: PartnerSite, widget: string | undefined): string {
  const script = snippet(
    site,
    widget === undefined
      ? { 'data-topic': 'Birds', 'data-limit': String(shape.count), 'data-title': 'More birds to count' }
      : { 'data-widget': widget },
  );
  return page(
    site,
    'More projects',
    'finder',
    html`
      <section class="sheet">
        <h1>When the garden is quiet</h1>
        <p>Others count, too. ${site.serviceName} keeps this list, and we only chose what it is about.</p>
        ${script}
      </section>
      <form class="sheet" method="get" action="/demo/projects">
        <div class="field">
          <label for="widget">The number of a widget that you saved in the builder</label>
          <p class="hint" id="widget-hint">
            <a href="${site.baseUrl}/builder?embed=finder">Save one there</a>, show it here, change it there,
            and load this page again.
          </p>
          <input
            id="widget"
            name="widget"
            inputmode="numeric"
            maxlength="15"
            value="${widget ?? ''}"
            aria-describedby="widget-hint"
          />
        </div>
        <p class="ways"><button class="button">Show it here</button></p>
      </form>
      ${forOwners(
        html`<p>The finder needs this script tag, and no key:</p>
          <pre tabindex="0"><code>${script.text}</code></pre>
          ${policyShown(site)}`,
      )}
    `,
  );
}
