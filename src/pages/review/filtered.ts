import type { ReviewPage } from '../../contract/pages/review.ts';

/** The filter of the queue, for the addresses of a project's page: an editor goes on in what they were working off. */
export const filterOf = ({ filter }: Pick<ReviewPage, 'filter'>): string =>
  filter === 'all' ? '' : `?filter=${filter}`;
