/** Converts records of EU-Citizen.Science. */
import * as values from './values.ts';
import { described, type SourceDirectory } from './directory.ts';

/** Records in the form of the list at /api/projects/, whose words are in objects. */
export const euCitizenScience: SourceDirectory = {
  name: 'EU-Citizen.Science',
  marks: ['mainOrganisation', 'participationTask', 'howToParticipate', 'projectlocality'],
  ofRecord: [
    'dateCreated',
    'dateUpdated',
    'creator',
    'approved',
    'hidden',
    'featured',
    'followers',
    'totalAccesses',
    'likes',
  ],
  read: (take, note) => {
    const { short, body } = values.shortened('aim', take('aim'), take('description'), note);
    const drawn = values.regions('projectGeographicLocation', take('projectGeographicLocation'), note);
    const place = values.pin('latitude', take('latitude'), take('longitude'), note);
    return {
      name: values.plainText(take('name')),
      description: body ?? short,
      goal: short,
      url: take('url'),
      origin: 'EU-Citizen.Science',
      external_id: values.wordOf(take('id')),
      contact_name: values.wordOf(take('author')),
      contact_email: take('author_email'),
      presenting_org: values.wordOf(take('mainOrganisation')),
      country: values.wordOf(take('country')),
      status: values.status('status', take('status'), note),
      how_to_join: values.plainText(take('howToParticipate')),
      gear: values.plainText(take('equipment')),
      image: take('image1'),
      image_credit: values.wordOf(take('imageCredit1')),
      regions: drawn ?? place,
      region_label: values.wordOf(take('projectlocality')),
      ...described(values.wordsOf(take('topic')), values.wordsOf(take('participationTask')), [
        ...values.wordsOf(take('keywords')),
        ...values.wordsOf(take('hasTag')),
      ]),
    };
  },
};
