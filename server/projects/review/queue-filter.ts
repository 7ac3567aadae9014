/** The filter of the queue in an address: it stays while an editor goes from project to project. */
import { queueFilters, type QueueFilter } from '../../../src/contract/pages/review.ts';

export const filterIn = (value: unknown): QueueFilter => queueFilters.find((one) => one === value) ?? 'all';
