/** The interface of another directory's converter: how its records are recognised, and how they are read. */
import * as values from './values.ts';

export type RecordFields = Record<string, unknown>;

/** Returns the value of a name; a name that is never taken is reported as left out. */
export type Take = (name: string) => unknown;

export type SourceDirectory = {
  name: string;
  /** A record with one of these names belongs to this directory. */
  marks: readonly string[];
  /** Names that are about the record and not about the project. */
  ofRecord: readonly string[];
  read: (take: Take, note: values.Note) => RecordFields;
};

/** Sorts words into topics, activities and tags; a directory's word may be any of them. */
export function described(topics: string[], activities: string[], tags: string[]): RecordFields {
  const [topic, activity] = [values.topicsAmong(topics), values.activitiesAmong(activities)];
  return {
    topics: topic.known,
    activities: activity.known,
    tags: [...new Set([...tags, ...topic.others, ...activity.others])].slice(0, 100),
  };
}
