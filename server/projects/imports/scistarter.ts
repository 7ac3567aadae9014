/** Converts records of SciStarter. */
import * as values from './values.ts';
import { described, type SourceDirectory, type RecordFields, type Take } from './directory.ts';
import { matchUnRegions } from '../../text/catalogue-names.ts';

/** Records of SciStarter's project exchange and its successors: our names, with words in `{ label }`. */
export const sciStarter: SourceDirectory = {
  name: 'SciStarter',
  marks: ['guid', 'legacy_id', 'presenter', 'fields_of_science', 'united_nations_region'],
  ofRecord: ['created', 'updated', 'id', 'legacy_id'],
  read: (take, note) => {
    const goal = values.shortened('goal', take('goal'), take('description'), note);
    const task = values.shortened('task', take('task'), take('how_to_join'), note);
    const drawn = values.regions('regions', take('regions'), note);
    const [lat, lng] = pointOf(take('point'));
    const wordIn = (name: string) => values.wordOf(take(name));
    const asGiven = [
      'contact_affiliation',
      'rsvp',
      'address',
      'city',
      'state',
      'zip',
      'country',
      'twitter_name',
    ]
      .concat([
        'contact_name',
        'contact_email',
        'contact_phone',
        'url',
        'video_url',
        'blog_url',
        'facebook_page',
      ])
      .concat([
        'image',
        'image_credit',
        'time_commitment',
        'project_type',
        'region_label',
        'preregistration',
      ]);
    const plain = ['special_skills', 'gear'].map((name) => [name, values.plainText(take(name))]);
    const audiences = values.wordsOf(take('audience'));
    return {
      ...Object.fromEntries([...asGiven.map((name) => [name, wordIn(name)]), ...plain]),
      ...flagsOf(take),
      name: values.plainText(take('name')) ?? values.plainText(take('title')),
      description: goal.body ?? goal.short,
      goal: goal.short,
      task: task.short,
      how_to_join: task.body,
      origin: wordIn('origin') ?? 'SciStarter',
      external_id: wordIn('guid') ?? wordIn('legacy_id') ?? wordIn('id'),
      presenting_org: wordIn('presenter') ?? wordIn('presenting_org'),
      status: values.status('status', take('status'), note),
      audience: audiences,
      regions: drawn ?? values.pin('point', lat, lng, note),
      UN_regions: unRegionsOf(values.wordsOf(take('united_nations_region')), note),
      ...described(
        [...values.wordsOf(take('topics')), ...values.wordsOf(take('fields_of_science'))],
        values.wordsOf(take('activities')),
        [...values.wordsOf(take('tags')), ...values.wordsOf(take('search_terms'))],
      ),
    };
  },
};

/** Not through words, because false is a value, too. */
const flagsOf = (take: Take): RecordFields => ({ outdoors: take('outdoors'), indoors: take('indoors') });

/** Latitude first, or a GeoJSON point. */
function pointOf(value: unknown): [lat: unknown, lng: unknown] {
  const { coordinates } = (value ?? {}) as RecordFields;
  const [first, second] = (
    Array.isArray(coordinates) ? coordinates : Array.isArray(value) ? value : []
  ) as unknown[];
  return Array.isArray(coordinates) ? [second, first] : [first, second];
}

function unRegionsOf(words: string[], note: values.Note): unknown[] {
  const { found, fault } = matchUnRegions(words);
  if (fault !== undefined) note('united_nations_region', `${fault}; that is left out`);
  return found;
}
