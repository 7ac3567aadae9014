/** The confirmation pages: what was noted, the words near the embed, the embed, and how the owner built it. */
import { inReservedSpace } from '../../src/embed-code/reserved-space.ts';
import { confirmLink } from '../../src/embed-code/script-tag.ts';
import { birds, clarities, pondLife, type BirdCount, type Faults, type PondNote } from './partner-forms.ts';
import { forOwners, page, type PartnerSite } from './partner-frame.ts';
import { tally } from './partner-art.ts';
import { emailField } from './partner-pages.ts';
import { Html, html, type Piece } from './partner-html.ts';
import type { PartnerReport } from './service-calls.ts';

const attribute = (name: string, value: string | number) => html`${name}="${value}"`.text;

/** The snippet, made once: it is drawn into the page and shown to owners from the same text. */
export function snippet(
  { baseUrl, slug }: PartnerSite,
  settings: Record<string, string | number>,
  link = '',
): Html {
  const source = attribute('src', `${baseUrl}/static/api/recordevent_with_${slug}_inline_signup.js`);
  const lines = Object.entries(settings).map(([name, value]) => `  ${attribute(`data-${name}`, value)}`);
  return new Html(
    inReservedSpace([`<script`, `  ${source}`, ...lines, '  async></script>'].join('\n') + link),
  );
}

export const minutesIn = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

/** The embed with the owner's own words. */
export const credit = (text: Piece, script: Piece): Html =>
  html`<section class="credit" aria-labelledby="credit">
    <h2 id="credit">Take the credit</h2>
    <p>${text}</p>
    ${script}
  </section>`;

/** The replacement for bronze's link on pages whose server reports. */
export const withoutScripts = ({ serviceName, baseUrl }: PartnerSite, projectId: number): Html =>
  html`<noscript
    ><p>
      The message that belongs here needs scripts. You can read about our project at
      <a href="${baseUrl}/project/${projectId}">${serviceName}</a> without them.
    </p></noscript
  >`;

export const policyShown = ({ policy }: PartnerSite): Html =>
  html`<p>And every page of this site is sent with this header, which the script lives under:</p>
    <pre tabindex="0"><code>Content-Security-Policy: ${policy.replaceAll('; ', ';\n  ')}</code></pre>`;

export const keptFirst = (isRepeat: boolean) =>
  isRepeat && html`<p class="aside">This form had been sent before. We kept what it said the first time.</p>`;

export type ThanksVisit = { visit: string; isRepeat: boolean };

export function bronzeThanks(
  site: PartnerSite,
  { visit, isRepeat }: ThanksVisit,
  { counts, minutes }: BirdCount,
): string {
  const seen = birds.filter(({ name }) => counts[name]);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const link = confirmLink({ ...site, projectId: site.bronze, type: 'collection', ref: visit });
  const script = snippet(
    site,
    {
      project_id: site.bronze,
      type: 'collection',
      event_id: visit,
      duration: minutes * 60,
      magnitude: total,
    },
    link,
  );
  return page(
    site,
    'Thank you',
    'bronze',
    html`
      <section class="sheet">
        <h1>Thank you for counting</h1>
        ${keptFirst(isRepeat)}
        ${
          seen.length === 0
            ? html`<p>
                No birds in ${minutesIn(minutes)}. An empty garden is worth knowing about, so this counts,
                too.
              </p>`
            : html`<p>In ${minutesIn(minutes)} you saw ${total === 1 ? 'one bird' : `${total} birds`}:</p>
                <ul class="tallies">
                  ${seen.map(
                    ({ name, label }) =>
                      html`<li>
                        <span>${label}</span> ${tally(counts[name] ?? 0)} <strong>${counts[name]}</strong>
                      </li>`,
                  )}
                </ul>`
        }
      </section>
      ${credit(
        html`If you have an account at ${site.serviceName}, this count is credited to your profile there as
        soon as you agree. If you have none yet, create one here, with the same email address that you use
        with us.`,
        script,
      )}
      <p class="ways"><a class="button plain" href="/demo/bronze">Count again</a></p>
      ${forOwners(
        html`<p>
            All that this page needs for the message is this script tag. There is no key, and no server is
            involved.
          </p>
          <pre tabindex="0"><code>${script.text}</code></pre>
          <p>
            <code>data-event_id</code> is our own number for this visit. It is in this page’s address, so a
            reload shows the same number and the count is credited once.
          </p>
          ${policyShown(site)}`,
      )}
    `,
  );
}

export type SilverShown = ThanksVisit & {
  note: PondNote;
  report: PartnerReport;
  token: string | undefined;
  faults: Faults;
};

const pondNoted = ({ pond, saw, clarity, minutes }: PondNote): Html => {
  const animals = pondLife.filter(({ name }) => saw.includes(name));
  const water = clarities.find(({ name }) => name === clarity);
  return html`<dl class="noted">
    <div>
      <dt>Pond</dt>
      <dd>${pond}</dd>
    </div>
    <div>
      <dt>Watched for</dt>
      <dd>${minutesIn(minutes)}</dd>
    </div>
    <div>
      <dt>Water</dt>
      <dd>${water?.label}</dd>
    </div>
    <div>
      <dt>Seen</dt>
      <dd>
        ${animals.length === 0 ? 'Nothing moved. That counts, too.' : animals.map(({ label }) => label).join(', ')}
      </dd>
    </div>
  </dl>`;
};

const failedCredit = ({ serviceName }: PartnerSite, { visit, report, faults }: SilverShown): Html =>
  html`<section class="credit failed" aria-labelledby="credit">
    <h2 id="credit">Not credited yet</h2>
    <p>Your survey is safe with us. Only telling ${serviceName} about it did not work. It said:</p>
    <blockquote>${report.problem}</blockquote>
    <form method="post" action="/demo/silver/again" novalidate>
      <input type="hidden" name="visit" value="${visit}" autocomplete="off" />
      ${emailField(faults, {}, 'We have kept no copy, so please write it once more.')}
      <button class="button">Try again</button>
    </form>
  </section>`;

export const callsShown = ({ calls }: PartnerReport): Html =>
  html`<p>
      Our server made ${calls.length === 1 ? 'this call' : 'these calls'}, shown without the API key and the
      address. The form fields are shown before encoding.
    </p>
    <ol class="calls">
      ${calls.map(
        ({ asked, answered }) =>
          html`<li>
            <pre tabindex="0"><code>${asked}</code></pre>
            <p class="hint">Answer</p>
            <pre tabindex="0"><code>${answered}</code></pre>
          </li>`,
      )}
    </ol>`;

export function silverThanks(site: PartnerSite, shown: SilverShown): string {
  const { note, report, token, isRepeat } = shown;
  const script = snippet(site, {
    mode: 'passive',
    project_id: site.silver,
    ...(token !== undefined && { participant: token }),
  });
  const isReported = report.participant !== undefined;
  return page(
    site,
    isReported ? 'Thank you' : 'Thank you, but not credited yet',
    'silver',
    html`
      <section class="sheet">
        <h1>Thank you for looking</h1>
        ${keptFirst(isRepeat)} ${pondNoted(note)}
      </section>
      ${
        isReported
          ? credit(
              html`What you contribute here is credited to your profile at ${site.serviceName} if you have an
              account there with the same email address. If you have none yet, create one with the address
              that you gave us.`,
              html`${script} ${withoutScripts(site, site.silver)}`,
            )
          : failedCredit(site, shown)
      }
      <p class="ways"><a class="button plain" href="/demo/silver">Another pond</a></p>
      ${forOwners(
        html`${
          isReported
            ? html`<p>
                  The script tag of the message. It records nothing: <code>data-participant</code> says whose
                  contribution this page is about, and is good for an hour.
                </p>
                <pre tabindex="0"><code>${script.text}</code></pre>`
            : html`<p>The message is left out, since there is nothing yet that it could be about.</p>`
        }
        ${callsShown(report)} ${policyShown(site)}`,
      )}
    `,
  );
}
