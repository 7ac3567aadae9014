/** The visits that the partner site remembers, and the addresses of their confirmation pages. */
import type { Request } from 'express';
import { Refusal } from '../http/refusal.ts';
import { isVisit } from './partner-forms.ts';

/** Visits kept in memory. */
const maxVisits = 1000;

/** A bounded cache: the first value for a visit stays, and the oldest visit is dropped. */
export function visitCache<T>() {
  const visits = new Map<string, T>();
  return {
    find: (visit: string | undefined) => (visit === undefined ? undefined : visits.get(visit)),
    keep(visit: string, input: T): T {
      const known = visits.get(visit);
      if (known !== undefined) return known;
      visits.set(visit, input);
      for (const oldest of visits.keys()) if (visits.size > maxVisits) visits.delete(oldest);
      return input;
    },
  };
}

/** The page after a form: it can be reloaded as often as one likes. */
export function thanksAddress(
  which: 'bronze' | 'silver' | 'gold',
  visit: string,
  input: object,
  sent: object,
): string {
  const isRepeat = JSON.stringify(input) !== JSON.stringify(sent);
  return `/demo/${which}/thanks?visit=${visit}${isRepeat ? '&again=1' : ''}`;
}

export function shownIn(request: Request): { visit: string; isRepeat: boolean } {
  const { visit, again } = request.query;
  return { visit: isVisit(visit) ? visit : '', isRepeat: again === '1' };
}

export const unknownVisit = () =>
  new Refusal(
    'forgotten',
    'We do not remember this visit. This site forgets everything when it is restarted.',
  );
