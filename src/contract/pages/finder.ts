/** The data of the finder's own page: cards, choices with their counts, and the place that was named. */
import audiences from '../../catalogue/audiences.json' with { type: 'json' };
import { projectLanguages } from '../fields/project-languages.ts';
import type { FinderResult } from '../api/finder.ts';
import type { ProjectInput } from '../api/project.ts';
import type { ProjectMap } from './maps.ts';

/** The text of a card besides the finder's result. `place` is empty where none is known. */
export type Glance = {
  organisation: string;
  place: string;
  /** It can be done online or from anywhere. */
  isFromHome: boolean;
  effort?: string;
  /** As in the catalogue of audiences. */
  ages: string[];
  /** Absent where it takes place both ways, or nobody said. */
  setting?: 'indoors' | 'outdoors';
  /** The code of the language of its texts, if it is known. */
  lang?: string;
};

export type ProjectCardData = FinderResult & { glance: Glance };

/**
 * A filter by a fixed list of values. The name of its row is the name of the field in the address and in the form, and
 * of its label in the words of the finder. The form, the chips, the counts and the search read the row.
 */
type ListFilter = {
  values: readonly string[];
  /** The field of a project that has these values; without it, server/projects/derived/tags.ts says which a project has. */
  field?: keyof ProjectInput;
  /** The word of the finder for no choice. */
  any: string;
  /** The group of words that has the values; `languages` are named by their codes. */
  words: string;
  /** Most projects have every value: the filter is offered only where it tells projects apart. */
  mayTellNothing?: true;
};

/** In the order of the form. */
export const listFilters = {
  age: { field: 'audience', values: audiences, any: 'everybody', words: 'audiences' },
  language: { values: projectLanguages, any: 'anyLanguage', words: 'languages' },
  setting: { values: ['outdoors', 'indoors'], any: 'both', words: 'project', mayTellNothing: true },
} as const satisfies Record<string, ListFilter>;
export type ListFilterName = keyof typeof listFilters;

/** The filters, with their rows typed alike. */
export const listFilterRows = Object.entries(listFilters) as [ListFilterName, ListFilter][];
export const listFilterNames = listFilterRows.map(([name]) => name);

/** The fields of the form, by their names in the address. */
export const finderFields = [
  ...(['q', 'phrase', 'topic', 'activity', 'url', 'lat', 'lng', 'UN'] as const),
  ...(['near', 'km', 'in'] as const),
  ...listFilterNames,
  ...(['programme', 'home', 'ended', 'sort', 'box'] as const),
] as const;
export type FinderField = (typeof finderFields)[number];

/** The search as it was typed; empty where it was not. */
export type FinderAsked = Record<FinderField, string>;

/** One way to narrow the search; `count` is how many projects it would leave, where that was counted. */
export type Choice = { value: string; text: string; count?: number };

/** A link to another search. */
type Way = { text: string; path: string };

export type FinderPage = {
  asked: FinderAsked;
  choices: Record<'topic' | 'activity' | 'UN' | 'in' | 'programme' | ListFilterName, Choice[]>;
  /** How many projects can be done from home, where that was counted. */
  fromHome?: number;
  /** The number of projects of this search that have ended: they are left out by default. */
  ended?: { path: string; count: number; isMore?: true };
  /**
   * The place that was named, and others of that name; `km` where it is a point. `isPostcode`: it may be one of another
   * country, too.
   */
  place?: { name: string; km?: number; others: Way[]; asWords?: string; isPostcode?: true };
  /** Places whose names begin with what was typed. */
  begun?: Way[];
  /** How many results take place where the search is about; those that can be done anywhere follow them. */
  there?: number;
  /** Where none does: how many others there are, without the place, and how many can be done from home. */
  elsewhere?: { count: number; fromHome: number; path: string };
  /** The orders and the distances, in kilometres, that can be chosen. */
  sorts: { order: 'best' | 'newest' | 'nearest' | 'there'; path: string; isCurrent: boolean }[];
  distances: { km: number; path: string; isCurrent: boolean }[];
  /** Absent where the search has a fault. */
  map?: ProjectMap;
  /**
   * The filters of the search besides its words, each with the address of the search without it. `text` is English, or
   * as it was typed; that of `near` has the kilometres, if it has any, on a second line.
   */
  active: { name: FinderField; text: string; without: string }[];
  results: ProjectCardData[];
  /** The number of the first result shown. */
  first: number;
  total: number;
  /** There are more than were counted. */
  isMore?: true;
  /** The address of the same search with more results, or of its following page. */
  next?: string;
  /** Another spelling that finds something, and its address. */
  suggestion?: { q: string; path: string };
  /** The faults of the search: `message` follows the name of the field. */
  faults: { field: string; message: string }[];
};
