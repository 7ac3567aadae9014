/**
 * Words of people in a mail of ours, such as the name of a project. Anybody may name an address of anybody, so a mail has
 * our own words only, besides those that editors have reviewed, that our staff wrote, or that the reader typed for their
 * own account. Otherwise we would mail anybody's sentence to anybody.
 */
import { oneLine } from './one-line.ts';

declare const admitted: unique symbol;

/** Made by the functions here only: other words in the place of a name do not compile (languages.ts). */
export type ForeignWords = string & { readonly [admitted]: true };

/** A project in a mail: by its name once editors have published it, before that by its number. */
export const projectInMail = ({
  id,
  title,
  isReviewed,
}: {
  id: number;
  title: string;
  isReviewed: boolean;
}) => (isReviewed ? oneLine(title) : `№ ${id}`) as ForeignWords;

/** The same for a project that is shown to everybody. */
export const shownProject = (title: string): ForeignWords =>
  projectInMail({ id: 0, title, isReviewed: true });

/** The origin of a page that may credit contributions to a reviewed project. */
export const registeredSite = (origin: string): ForeignWords => origin as ForeignWords;

/** Words that a member typed for their own account, in a mail to that account. */
export const ownWords = (text: string): ForeignWords => oneLine(text) as ForeignWords;

/** Words of our editors and operators, or released by an editor. A mark tells each line from our own text. */
export const quotedWords = (text: string): ForeignWords =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n') as ForeignWords;
