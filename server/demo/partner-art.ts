/**
 * The site's drawings: a few shapes each, coloured by the style sheet. All are decoration and hidden from screen
 * readers.
 */
import { html, type Html } from './partner-html.ts';

/** A small bird in the colours of a species, by class name. */
export const bird = (species: string): Html =>
  html`<svg class="bird ${species}" viewBox="0 0 48 40" width="48" height="40" aria-hidden="true">
    <path class="leg" d="M22 31l-2 7m6-7l1 7m-9 0h4m3 0h4" />
    <path class="back" d="M2 33 14 22C15 10 23 4 31 4c7 0 11 5 11 11 0 11-8 18-19 18-5 0-8-2-10-4z" />
    <path class="belly" d="M42 15c0 11-8 18-19 18-2 0-4-.4-5.6-1C28 30 33 24 34 14c3 1.5 6 1.7 8 1z" />
    <path class="cap" d="M23 6.5C25.5 5 28 4 31 4c6 0 9.6 3.6 10.7 8C36 14 29 13 23 6.5z" />
    <path class="bill" d="m41.5 11 6 3.2-6 2z" />
    <circle class="ring" cx="35.5" cy="11" r="2.6" />
    <circle class="eye" cx="35.5" cy="11" r="1.6" />
  </svg>`;

export const hedge: Html = html`<svg class="scene" viewBox="0 0 320 120" aria-hidden="true">
  <path class="sky" d="M0 0h320v120H0z" />
  <circle class="sun" cx="262" cy="34" r="17" />
  <path class="far" d="M0 84c22-16 40-18 66-8 20-20 52-18 70 0 26-16 54-14 74 2 30-18 70-18 110 4v38H0z" />
  <path class="near" d="M0 98c26-14 52-12 76-2 30-14 66-12 92 2 34-14 70-12 96-2 22-8 40-8 56-2v26H0z" />
  <path class="post" d="M92 60h8v60h-8zm68 4h8v56h-8zM70 74h120v6H70z" />
  <g transform="translate(106 40)">
    <path class="leg" d="M22 31l-2 5m6-5l1 5" />
    <path class="back" d="M2 33 14 22C15 10 23 4 31 4c7 0 11 5 11 11 0 11-8 18-19 18-5 0-8-2-10-4z" />
    <path class="belly" d="M42 15c0 11-8 18-19 18-2 0-4-.4-5.6-1C28 30 33 24 34 14c3 1.5 6 1.7 8 1z" />
    <path class="bill" d="m41.5 11 6 3.2-6 2z" />
    <circle class="eye" cx="35.5" cy="11" r="1.8" />
  </g>
</svg>`;

export const pond: Html = html`<svg class="scene" viewBox="0 0 320 120" aria-hidden="true">
  <path class="sky" d="M0 0h320v120H0z" />
  <path class="far" d="M0 52c40-14 84-12 120-4 50-14 130-14 200 2v70H0z" />
  <path class="water" d="M0 70c60-8 260-8 320 0v50H0z" />
  <path class="ripple" d="M36 86h44m70 14h58m38-18h40M20 108h30" />
  <path class="reed" d="M22 94V34m12 60V48m258 46V30m-14 64V46m-12 48V60" />
  <path class="head" d="M18 26h8v20h-8zm256 12h8v18h-8zm14-18h8v20h-8z" />
  <ellipse class="leaf" cx="118" cy="90" rx="26" ry="7" />
  <ellipse class="leaf" cx="196" cy="82" rx="16" ry="4.5" />
  <path class="body" d="M150 40c18-4 34-4 48-2v4c-14 2-30 2-48 0z" />
  <path class="wing" d="M160 38c-6-16-2-24 4-26 5 8 5 18 1 26zm7 0c2-14 10-20 17-18 0 10-7 16-14 18z" />
  <circle class="body" cx="148" cy="40" r="5" />
</svg>`;

export const night: Html = html`<svg class="scene" viewBox="0 0 320 120" aria-hidden="true">
  <path class="dusk" d="M0 0h320v120H0z" />
  <circle class="moon" cx="52" cy="30" r="13" />
  <path class="star" d="M110 22h2v2h-2zm44 14h2v2h-2zm106-18h2v2h-2zm34 22h2v2h-2zM18 58h2v2h-2z" />
  <path class="glow" d="M196 22l66 98H130z" />
  <path class="sheet-cloth" d="M150 52h92v60h-92z" />
  <path class="lamp" d="M190 12h12l5 14h-22z" />
  <path
    class="moth"
    d="M170 74c-6-7-12-6-13 0 1 5 8 6 13 2 5 4 12 3 13-2-1-6-7-7-13 0zm46 16c-5-6-10-5-11 0 1 4 7 5 11 2 4 3 10 2 11-2-1-5-6-6-11 0zm-4-26c-4-5-8-4-9 0 1 3 6 4 9 1 3 3 8 2 9-1-1-4-5-5-9 0z"
  />
  <path class="ground" d="M0 112c60-6 260-6 320 0v8H0z" />
</svg>`;

/** Tally marks: four strokes and one across, as in a field notebook. Long counts are shown as figures only. */
export function tally(count: number): Html | undefined {
  if (count < 1 || count > 25) return undefined;
  const strokes = Array.from({ length: count }, (_, index) => {
    const left = Math.floor(index / 5) * 38;
    return index % 5 === 4
      ? `M${left} 19 ${left + 29} 7`
      : `M${left + 4 + (index % 5) * 7} 3v${20 - (index % 2)}`;
  });
  const width = Math.ceil(count / 5) * 38;
  return html`<svg class="tally" viewBox="0 0 ${width} 26" width="${width}" height="26" aria-hidden="true">
    <path d="${strokes.join('')}" />
  </svg>`;
}

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="10" fill="#9a3412"/><path transform="translate(2 6)" fill="#fff6e4" d="M2 33 14 22C15 10 23 4 31 4c7 0 11 5 11 11 0 11-8 18-19 18-5 0-8-2-10-4z"/><circle cx="37" cy="17" r="2" fill="#9a3412"/></svg>`;
