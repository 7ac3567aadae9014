/** The two forms, empty or with the mistakes of what was sent. */
import { birds, clarities, pondLife, type Faults, type Option, type TypedFields } from './partner-forms.ts';
import { page, type PartnerSite } from './partner-frame.ts';
import { bird } from './partner-art.ts';
import { html, type Html } from './partner-html.ts';

export type Filled = { visit: string; typed: TypedFields; faults: Faults };

/** Mistakes above the form, each with a link to its field. */
export const faultList = (faults: Faults): Html | undefined => {
  const entries = Object.entries(faults);
  if (entries.length === 0) return undefined;
  return html`<div class="faults" role="alert">
    <h2>Not sent yet</h2>
    <ul>
      ${entries.map(([field, text]) => html`<li><a href="#${field}">${text}</a></li>`)}
    </ul>
  </div>`;
};

/** The message under a field, and the attributes that connect the field to it. */
const faultOf = (faults: Faults, field: string) =>
  faults[field] !== undefined && html`<span class="fault" id="${field}-fault">${faults[field]}</span>`;
const pointing = (faults: Faults, field: string, hint = `${field}-hint`) =>
  faults[field] === undefined
    ? html`aria-describedby="${hint}"`
    : html`aria-describedby="${field}-fault ${hint}" aria-invalid="true"`;

/** A field for a whole number with a maximum number of digits. */
const figureInput = (
  name: string,
  { typed, faults }: Pick<Filled, 'typed' | 'faults'>,
  digits: number,
  more?: Html,
): Html =>
  html`<input
    class="figure"
    id="${name}"
    name="${name}"
    inputmode="numeric"
    autocomplete="off"
    maxlength="${digits}"
    value="${typed[name]}"
    ${more}
    ${pointing(faults, name)}
  />`;

export const figureField = (
  { typed, faults }: Pick<Filled, 'typed' | 'faults'>,
  { name, label, hint }: Option,
): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <span class="hint" id="${name}-hint">${hint}</span>
    ${faultOf(faults, name)} ${figureInput(name, { typed, faults }, 4)}
  </div>`;

export const minutesField = (filled: Pick<Filled, 'typed' | 'faults'>): Html =>
  figureField(filled, {
    name: 'minutes',
    label: 'How many minutes did you watch?',
    hint: 'Ten is fine. So is an hour.',
  });

export const emailField = (faults: Faults, typed: TypedFields, hint: string): Html =>
  html`<div class="field">
    <label for="email">Your email address with us</label>
    <span class="hint" id="email-hint">${hint}</span>
    ${faultOf(faults, 'email')}
    <input
      id="email"
      name="email"
      type="text"
      inputmode="email"
      autocomplete="email"
      autocapitalize="none"
      spellcheck="false"
      maxlength="300"
      value="${typed['email']}"
      ${pointing(faults, 'email')}
    />
  </div>`;

const birdRow = ({ name, label, hint }: Option, { typed, faults }: Filled): Html =>
  html`<li>
    ${bird(name)}
    <label for="${name}">${label}<span class="hint" id="${name}-hint">${hint}</span></label>
    ${figureInput(name, { typed, faults }, 5, html`placeholder="0"`)} ${faultOf(faults, name)}
  </li>`;

export const hiddenVisit = (visit: string) =>
  html`<input type="hidden" name="visit" value="${visit}" autocomplete="off" />`;

const titled = (title: string, { faults }: Filled) =>
  Object.keys(faults).length > 0 ? `Not sent yet: ${title}` : title;

export const bronzePage = (site: PartnerSite, filled: Filled): string =>
  page(
    site,
    titled('Garden Bird Count', filled),
    'bronze',
    html`
      <div class="intro">
        <h1>Garden Bird Count</h1>
        <p class="lead">
          Of each kind, write down the most that you saw at the same moment. Seeing none is a result, too.
        </p>
      </div>
      <form class="sheet" method="post" action="/demo/bronze/thanks" novalidate>
        ${faultList(filled.faults)} ${hiddenVisit(filled.visit)}
        <fieldset>
          <legend>Birds that you saw</legend>
          <ul class="birds">
            ${birds.map((option) => birdRow(option, filled))}
          </ul>
        </fieldset>
        ${minutesField(filled)}
        <button class="button">Send the count</button>
      </form>
    `,
  );

const tick = ({ name, label, hint }: Option, typed: TypedFields): Html =>
  html`<li>
    <label class="choice"
      ><input type="checkbox" name="${name}" value="yes" ${typed[name] === 'yes' && html`checked`} /><span
        >${label}<span class="hint">${hint}</span></span
      ></label
    >
  </li>`;

const clarityChoice = ({ name, label, hint }: Option, index: number, { typed, faults }: Filled): Html =>
  html`<li>
    <label class="choice"
      ><input
        type="radio"
        name="clarity"
        value="${name}"
        ${index === 0 && html`id="clarity"`}
        ${faults['clarity'] !== undefined && html`aria-describedby="clarity-fault"`}
        ${typed['clarity'] === name && html`checked`}
      /><span>${label}<span class="hint">${hint}</span></span></label
    >
  </li>`;

export const silverPage = (site: PartnerSite, filled: Filled): string =>
  page(
    site,
    titled('Pond Life Survey', filled),
    'silver',
    html`
      <div class="intro">
        <h1>Pond Life Survey</h1>
        <p class="lead">
          Kneel down, keep still, and look. After a minute the pond forgets you, and begins to move.
        </p>
      </div>
      <form class="sheet" method="post" action="/demo/silver/thanks" novalidate>
        ${faultList(filled.faults)} ${hiddenVisit(filled.visit)}
        <div class="field">
          <label for="pond">Which pond?</label>
          <span class="hint" id="pond-hint">A name that you will know again, such as “behind the shed”.</span>
          ${faultOf(filled.faults, 'pond')}
          <input
            id="pond"
            name="pond"
            autocomplete="off"
            maxlength="300"
            value="${filled.typed['pond']}"
            ${pointing(filled.faults, 'pond')}
          />
        </div>
        <fieldset>
          <legend>What was in it?</legend>
          <p class="hint">Leave all of them empty if nothing moved.</p>
          <ul class="choices">
            ${pondLife.map((option) => tick(option, filled.typed))}
          </ul>
        </fieldset>
        <fieldset>
          <legend>How clear was the water?</legend>
          ${faultOf(filled.faults, 'clarity')}
          <ul class="choices three">
            ${clarities.map((option, index) => clarityChoice(option, index, filled))}
          </ul>
        </fieldset>
        ${minutesField(filled)}
        ${emailField(
          filled.faults,
          filled.typed,
          `Stands for an account here. Our server asks ${site.serviceName} once whose profile it is, and keeps no copy.`,
        )}
        <button class="button">Send the survey</button>
      </form>
    `,
  );
