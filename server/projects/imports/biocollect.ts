/** Converts records of BioCollect (Atlas of Living Australia). */
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import { isBlank } from '../../../src/contract/ppsr/forms.ts';
import * as values from './values.ts';
import { described, type SourceDirectory, type RecordFields } from './directory.ts';

/** `noCost` becomes `no cost`. */
const inWords = (code: string): string =>
  code.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);

/** Records in the form of BioCollect's project search. */
export const bioCollect: SourceDirectory = {
  name: 'BioCollect',
  marks: ['urlWeb', 'organisationName', 'isSciStarter', 'isMERIT', 'ecoScienceType'],
  ofRecord: [
    'organisationId',
    'isExternal',
    'isSciStarter',
    'isMERIT',
    'numberOfRecords',
    'containsActivity',
    'projectType',
  ],
  read: (take, note) => {
    const aim = values.shortened('aim', take('aim'), take('description'), note);
    const task = values.shortened('projectTask', take('projectTask'), take('projectHowToParticipate'), note);
    // Both orders of the two fields occur.
    const contacts = [values.wordOf(take('contactName')), values.wordOf(take('contactDetails'))];
    const id = values.wordOf(take('projectId'));
    const web = values.wordOf(take('urlWeb'));
    if (web === undefined && id !== undefined)
      note('urlWeb', 'is not given: the page at BioCollect is used instead');
    const image = [take('fullSizeImageUrl'), take('urlImage'), take('projectLogoImage')];
    return {
      name: values.plainText(take('name')),
      description: aim.body ?? aim.short,
      goal: aim.short,
      url: web ?? (id && `https://biocollect.ala.org.au/acsa/project/index/${encodeURIComponent(id)}`),
      origin: 'Atlas of Living Australia',
      external_id: id,
      contact_email: contacts.find((each) => each?.includes('@')),
      contact_name: contacts.find((each) => each !== undefined && !each.includes('@')),
      presenting_org: values.wordOf(take('organisationName')),
      status: values.status('status', take('status'), note),
      task: task.short,
      how_to_join: task.body,
      gear: values.plainText(take('projectEquipment')),
      image: image.find((each) => !isBlank(each)),
      image_credit: values.wordOf(take('projectLogoImageCredit')),
      regions: values.regions('coverage', take('coverage'), note),
      ...linksOf(take('links')),
      ...described(
        [...values.wordsOf(take('scienceType')), ...values.wordsOf(take('ecoScienceType'))],
        [],
        [...values.wordsOf(take('keywords')), ...values.wordsOf(take('tags')).map(inWords)],
      ),
    };
  },
};

const linkFields: Record<string, string> = {
  facebook: 'facebook_page',
  twitter: 'twitter_name',
  blog: 'blog_url',
  youtube: 'video_url',
  vimeo: 'video_url',
};

function linksOf(value: unknown): RecordFields {
  const links = Array.isArray(value) ? (value as unknown[]) : [];
  return Object.fromEntries(
    links.flatMap((link) => {
      const { role, url } = (link ?? {}) as RecordFields;
      const field = typeof role === 'string' ? ownEntry(linkFields, role.toLowerCase()) : undefined;
      return field === undefined ? [] : [[field, url]];
    }),
  );
}
