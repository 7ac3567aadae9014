/** The front page: three ways to take part, and what to look at. */
import { hedge, night, pond } from './partner-art.ts';
import { page, type PartnerSite } from './partner-frame.ts';
import { type Html, html } from './partner-html.ts';

export const frontPage = (site: PartnerSite): string =>
  page(
    site,
    'Start',
    'front',
    html`
      <section class="welcome">
        <h1>Small counts from ordinary gardens</h1>
        <p class="lead">
          Watch for ten minutes, write down what you saw. Here you can see what a participant sees when a
          project works with ${site.serviceName}.
        </p>
      </section>
      <div class="projects">
        <section class="sheet project">
          ${hedge}
          <p class="tier">Bronze</p>
          <h2>Garden Bird Count</h2>
          <p>
            No server of its own: one script tag on the page that says thank you. The participant’s browser
            reports the count, once they have agreed.
          </p>
          <p><a class="button" href="/demo/bronze">Count birds</a></p>
        </section>
        <section class="sheet project water">
          ${pond}
          <p class="tier">Silver</p>
          <h2>Pond Life Survey</h2>
          <p>
            This site’s server reports each survey with an API key. The script tag on the page tells the
            participant, who can say no.
          </p>
          <p><a class="button" href="/demo/silver">Look into a pond</a></p>
        </section>
        <section class="sheet project night">
          ${night}
          <p class="tier">Gold</p>
          <h2>Moth Night</h2>
          <p>
            The participant authorizes this site at ${site.serviceName}, which tells it the number of their
            profile. This site’s server then reports each count.
          </p>
          <p><a class="button" href="/demo/gold">Count moths</a></p>
        </section>
      </div>
      ${whatToLookAt(site)}
    `,
  );

const whatToLookAt = (site: PartnerSite): Html =>
  html`<section class="look">
    <h2>What to look at</h2>
    <ol>
      <li>
        <strong>Send a count.</strong> The thank-you page ends with a message that is not ours:
        ${site.serviceName} draws it, under this site’s strict Content-Security-Policy.
      </li>
      <li>
        <strong>Join without leaving.</strong> Choose to join by email, with any address. The six digits
        arrive in <a href="${site.baseUrl}/dev/outbox">the outbox</a>, since no mail leaves this computer.
      </li>
      <li>
        <strong>Reload the thank-you page.</strong> It keeps the number of the visit, so the count is credited
        once. Undo it, decline it, change your mind.
      </li>
      <li>
        <strong>Look at the other side.</strong> The totals are on the projects’ pages:
        <a href="${site.baseUrl}/project/${site.bronze}">Garden Bird Count</a>,
        <a href="${site.baseUrl}/project/${site.silver}">Pond Life Survey</a> and
        <a href="${site.baseUrl}/project/${site.gold}">Moth Night</a>.
      </li>
      <li>
        <strong>Put projects on a page.</strong> <a href="/demo/projects">More projects</a> has the finder
        widget, or the one that you save in <a href="${site.baseUrl}/builder?embed=finder">the builder</a>.
      </li>
      <li>
        <strong>See how it is done.</strong> Every thank-you page ends with “What this page contains”: the
        exact snippet, and what our server asked.
      </li>
    </ol>
    <p class="aside">
      This site is at <code>${site.origin}</code> and ${site.serviceName} at <code>${site.baseUrl}</code>.
      Your browser takes them for two sites that share no cookie and no storage, as they would be out on the
      web.
    </p>
  </section>`;
