/** Converts records of the list of citizen-science projects in the Netherlands. */
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import * as values from './values.ts';
import { described, type SourceDirectory } from './directory.ts';

/** Categories whose meaning is one of our topics. */
const topics: Readonly<Record<string, string>> = {
  Archaeology: 'Archaeology and cultural',
  Ecology: 'Ecology and environment',
  Environment: 'Ecology and environment',
  Health: 'Health and medicine',
  Society: 'Social science',
};

/** Records in the form of the list's table: a year is a number such as `2019.0`, and `-` means none. */
export const citizenScienceNl: SourceDirectory = {
  name: 'Citizen Science Projects in the Netherlands',
  marks: ['project_information_url', 'data_accessibility', 'accessibility_for_research'],
  ofRecord: ['notes_duration', 'data_accessibility', 'accessibility_for_research'],
  read: (take, note) => {
    const year = (name: string) => values.wordOf(take(name))?.replace(/\.0$/, '');
    const place = [take('location'), take('country')].map(values.wordOf).filter((each) => each !== undefined);
    const categories = [
      ...values.wordsOf(take('main_category')),
      ...values.wordsOf(take('extra_categories')),
    ];
    return {
      name: values.plainText(take('name')),
      description: values.plainText(take('description')),
      url: values.wordOf(take('project_information_url')),
      origin: 'Citizen Science Projects in the Netherlands',
      presenting_org: values.wordOf(take('organization')),
      status: values.status('status', take('status'), note),
      project_duration: values.years(year('start_date'), year('end_date')),
      region_label: place.join(', '),
      ...described(
        categories.filter((word) => word !== 'Uncategorized').map((word) => ownEntry(topics, word) ?? word),
        [],
        [],
      ),
    };
  },
};
