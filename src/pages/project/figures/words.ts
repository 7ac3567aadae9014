/** The words of Stats' figures, in one place. */
import { ownEntry } from '../../../contract/fields/own-entry.ts';
import type {
  Figure,
  FigureCell,
  FigureName,
  StatsPeriod,
  StatsSplit,
} from '../../../contract/pages/stats-figures.ts';
import { formatDate, formatDay, formatMonth, formatNumber } from '../../../ui/format.ts';
import { sourceWords, typeWords } from '../event-words.ts';

export const figureWords: Record<FigureName, { title: string; says: string }> = {
  contributions: {
    title: 'Contributions over time',
    says: 'Every contribution that was reported, by when it happened.',
  },
  hours: { title: 'Hours over time', says: 'The durations that were reported, in hours.' },
  magnitude: { title: 'Magnitude over time', says: 'The sum of the magnitudes that you report.' },
  participants: {
    title: 'Participants over time',
    says: 'People with at least one contribution. Somebody who did two kinds of things counts in both.',
  },
  'new-and-returning': {
    title: 'New and returning participants',
    says: 'New: their first contribution to this project that we hold was in this period.',
  },
  retention: {
    title: 'Participants who come back',
    says: 'Of the people who began in a week, the share who contributed again in each week after it.',
  },
  'hours-of-day': {
    title: 'Hours of the day',
    says: 'When contributions happen, in UTC, counted since hours were first kept for this project.',
  },
  places: {
    title: 'Where people contribute',
    says: 'Participants by squares of about 10 km, of all time. Squares with few people are left out.',
  },
  funnel: {
    title: 'From the message to the credit',
    says: 'How often your embeds were shown, how many contributions they credited, and how many people declined, on whole days up to yesterday.',
  },
  comparison: { title: 'Compared with the time before', says: 'Whole days up to yesterday.' },
};

export const periodWords: Record<StatsPeriod, string> = { day: 'Day', week: 'Week', month: 'Month' };
export const splitWords: Record<StatsSplit, string> = {
  none: 'Nothing',
  type: 'Type',
  source: 'Source',
  late: 'Lateness',
};
export const spanWords = { 30: '30 days', 90: '90 days', 365: 'A year', all: 'All' };

const columns: Record<string, string> = {
  ...typeWords,
  ...sourceWords,
  total: 'Total',
  new: 'New',
  returning: 'Returning',
  late: 'More than 24 h late',
  'on-time': 'Within 24 h',
  period: 'Period',
  week: 'Week from',
  joined: 'Joined',
  hour: 'Hour (UTC)',
  step: 'Step',
  now: 'These days',
  before: 'The days before',
  measure: 'What',
  shown: 'Message shown',
  credited: 'Contributions credited',
  declined: 'Declined, or opted out',
  hours: 'Hours',
  contributions: 'Contributions',
  participants: 'Participants',
  magnitude: 'Magnitude',
  south: 'South',
  west: 'West',
  north: 'North',
  east: 'East',
};

export const wordOf = (code: string): string => ownEntry(columns, code) ?? code;

const hiddenGroup = 'under 10';

export const cellText = (cell: FigureCell): string =>
  cell === null ? hiddenGroup : typeof cell === 'number' ? formatNumber(cell) : cell;

/** A period as a column of a plot has room for it, and in full. */
const shortPeriod = (name: string) => (name.length === 7 ? formatMonth(name) : formatDay(name));
export const fullPeriod = (name: string) => (name.length === 7 ? formatMonth(name) : formatDate(name));

const isPeriod = (column: string | undefined) => column === 'period' || column === 'week';

/** The head of a row. */
export const rowHead = (columns: string[], cell: FigureCell) =>
  isPeriod(columns[0]) ? fullPeriod(String(cell)) : wordOf(String(cell));

/** The label of a row of a plot. */
export const rowLabel = ({ columns, rows }: Pick<Figure, 'columns' | 'rows'>, at: number): string => {
  const name = String(rows[at]?.[0] ?? '');
  return isPeriod(columns[0]) ? shortPeriod(name) : name.slice(0, 2);
};
