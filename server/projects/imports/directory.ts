/** What is known of another directory: how its records are told, and read. */
import * as values from './values.ts';

export type Fields = Record<string, unknown>;

/** The value of a name; a name that is never taken is told as left out. */
export type Take = (name: string) => unknown;

export type Directory = {
  name: string;
  /** A record with one of these names is of this directory. */
  marks: readonly string[];
  /** What says something of the record and nothing of the project. */
  ofRecord: readonly string[];
  read: (take: Take, note: values.Note) => Fields;
};

/** Topics and tags, where a directory's word may be either. */
export function described(topics: string[], activities: string[], tags: string[]): Fields {
  const [topic, activity] = [values.topicsAmong(topics), values.activitiesAmong(activities)];
  return {
    topics: topic.known,
    activities: activity.known,
    tags: [...new Set([...tags, ...topic.others, ...activity.others])].slice(0, 100),
  };
}
