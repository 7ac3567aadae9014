/** Converts records of the European Commission's inventory of citizen science for environmental policies. */
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import * as values from './values.ts';
import { described, type SourceDirectory } from './directory.ts';

/** Words of the inventory whose meaning is one of our topics. */
const topics: Readonly<Record<string, string>> = {
  'Biodiversity, nature and landscapes': 'Nature and outdoors',
  Climate: 'Climate and weather',
  'Environmental health': 'Health and medicine',
  Marine: 'Ocean/water and marine',
};

/** Records in the inventory's normalized form, where `Unknown` means none. */
export const jrcInventory: SourceDirectory = {
  name: 'JRC inventory',
  marks: ['environmental_field', 'geoextent', 'lead_organisation_name'],
  ofRecord: [
    ...['cid', 'geoextent', 'geocoverage_codes', 'lead_organisation', 'lead_organisation_category', 'source'],
    ...['social_uptake', 'policy_aims', 'policy_aims_explanation', 'policy_relevance', 'unsdg'],
  ],
  read: (take) => {
    const wordIn = (name: string) => {
      const word = values.wordOf(take(name));
      return word === 'Unknown' ? undefined : word;
    };
    const contact = wordIn('contact')?.replace(/^mailto:/, '');
    const isActive = wordIn('active');
    // A word may have commas.
    const words = [wordIn('environmental_field'), wordIn('environmental_domain')].filter(
      (word) => word !== undefined,
    );
    return {
      name: values.plainText(take('name')),
      description: values.plainText(take('description')),
      url: wordIn('url'),
      origin: 'JRC inventory',
      external_id: wordIn('id'),
      contact_email: contact?.includes('@') === true ? contact : undefined,
      presenting_org: wordIn('lead_organisation_name'),
      status: isActive === undefined ? undefined : isActive === 'Yes' ? 'active' : 'complete',
      project_duration: values.years(wordIn('start_date'), wordIn('end_date')),
      // `Netherlands (the)`, as ISO 3166 has it.
      region_label: values
        .wordsOf(take('geocoverage'))
        .map((name) => name.replace(/ \(the\)$/, ''))
        .join(', '),
      ...described(
        words.filter((word) => word !== 'Cross-cutting').map((word) => ownEntry(topics, word) ?? word),
        [],
        values.wordsOf(take('category')),
      ),
    };
  },
};
