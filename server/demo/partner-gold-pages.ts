/** The gold project's pages: signing in with the service, the form, and the confirmation page. */
import type { Faults, MothCount, TypedFields } from './partner-forms.ts';
import { forOwners, page, type PartnerSite } from './partner-frame.ts';
import { html, type Html } from './partner-html.ts';
import { faultList, figureField, hiddenVisit, minutesField } from './partner-pages.ts';
import {
  callsShown,
  credit,
  keptFirst,
  minutesIn,
  policyShown,
  type ThanksVisit,
  snippet,
  withoutScripts,
} from './partner-thanks.ts';
import type { PartnerReport } from './service-calls.ts';

export type GoldVisitor = { profileId: number } | undefined;
export type GoldFilled = { visit: string; typed: TypedFields; faults: Faults };

const intro = html`<div class="intro">
  <h1>Moth Night</h1>
  <p class="lead">Put a lamp behind a white sheet, wait for dark, and count who comes.</p>
</div>`;

/** Without the participant's profile there is a way to link it; counting works either way. */
const whoCounts = ({ serviceName }: PartnerSite, visitor: GoldVisitor): Html =>
  visitor
    ? html`<p class="aside">
        Linked with your ${serviceName} profile, number ${visitor.profileId}.
        <button class="button plain" form="unlink">Forget it here</button>
      </p>`
    : html`<p><a class="button" href="/demo/gold/link">Continue with ${serviceName}</a></p>
        <p class="hint">
          You go to ${serviceName}, where you sign in or join, and decide. It tells us the number of your
          profile, and nothing else.
        </p>`;

export const goldPage = (
  site: PartnerSite,
  visitor: GoldVisitor,
  { visit, typed, faults }: GoldFilled,
  problem?: string,
): string =>
  page(
    site,
    'Moth Night',
    'gold',
    html`
      ${intro}
      <section class="sheet" aria-label="Your profile">
        ${problem !== undefined && html`<div class="faults" role="alert"><p>${problem}</p></div>`}
        ${whoCounts(site, visitor)}
        <form id="unlink" method="post" action="/demo/gold/unlink" hidden></form>
      </section>
      ${
        visitor &&
        html`<form class="sheet" method="post" action="/demo/gold/thanks" novalidate>
          ${faultList(faults)} ${hiddenVisit(visit)}
          ${figureField(
            { typed, faults },
            {
              name: 'moths',
              label: 'How many moths came?',
              hint: 'Of all kinds together. None is a result, too.',
            },
          )}
          ${minutesField({ typed, faults })}
          <button class="button">Send the count</button>
        </form>`
      }
      ${forOwners(
        html`<p>
          The button leads to <code>${site.baseUrl}/authorize</code> with our client id, a random
          <code>state</code> and a PKCE challenge. Our server exchanges the code that you come back with, and
          reads <code>profile_id</code> from <code>/api/user_info</code>. It keeps that number with your
          account here, and no token.
        </p>`,
      )}
    `,
  );

export type GoldShown = ThanksVisit & { count: MothCount; report: PartnerReport; token: string | undefined };

export function goldThanks(site: PartnerSite, { count, report, token, isRepeat }: GoldShown): string {
  const script = snippet(site, {
    mode: 'gold',
    project_id: site.gold,
    ...(token !== undefined && { participant: token }),
  });
  const { moths, minutes } = count;
  return page(
    site,
    report.problem === undefined ? 'Thank you' : 'Thank you, but not credited yet',
    'gold',
    html`
      <section class="sheet">
        <h1>Thank you for staying up</h1>
        ${keptFirst(isRepeat)}
        <p>${moths === 1 ? 'One moth' : `${moths} moths`} in ${minutesIn(minutes)}.</p>
      </section>
      ${
        report.problem === undefined
          ? credit(
              html`What you contribute here is credited to the ${site.serviceName} profile that you linked.`,
              html`${script} ${withoutScripts(site, site.gold)}`,
            )
          : html`<section class="credit failed" aria-labelledby="credit">
              <h2 id="credit">Not credited yet</h2>
              <p>
                Your count is safe with us. Only telling ${site.serviceName} about it did not work. It said:
              </p>
              <blockquote>${report.problem}</blockquote>
            </section>`
      }
      <p class="ways"><a class="button plain" href="/demo/gold">Another count</a></p>
      ${forOwners(
        html`<p>The script tag of the message, as in silver. It records nothing.</p>
          <pre tabindex="0"><code>${script.text}</code></pre>
          ${callsShown(report)} ${policyShown(site)}`,
      )}
    `,
  );
}
