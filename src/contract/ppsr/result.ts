/** A project in the names of PPSR Core 2020, as `format=ppsr` returns it and project add reads it. */
import { z } from 'zod';

const text = z.string();
const texts = z.array(text);
const some = text.optional();

const location = z.object({
  projectGeographicCoverage: z.record(text, z.unknown()).optional(),
  projectPinLatitude: z.number().optional(),
  projectPinLongitude: z.number().optional(),
});

/** Fields for which PPSR has no name or no exact form, under our names: project add prefers these to PPSR's. */
export const ourFields = {
  origin: text,
  presenting_org: some,
  contact_affiliation: some,
  rsvp: some,
  address: some,
  city: some,
  state: some,
  zip: some,
  country: some,
  video_url: some,
  blog_url: some,
  twitter_name: some,
  facebook_page: some,
  preregistration: z.boolean(),
  special_skills: some,
  outdoors: z.boolean(),
  indoors: z.boolean(),
  time_commitment: some,
  project_type: text,
  audience: texts.optional(),
  languages: texts.optional(),
  translations: z
    .record(text, z.record(text, text))
    .optional()
    .meta({ description: 'texts in further languages' }),
  public_email: some,
  regions: some.meta({ description: '`online` or `anywhere`' }),
  topics: texts,
  activities: texts,
  tags: texts,
};

export const ppsrResult = z.object({
  projectId: text,
  projectExternalId: some.meta({ description: 'our external_id' }),
  projectDateCreated: text,
  projectLastUpdatedDate: text,
  projectName: text,
  projectAim: text.meta({ description: 'our goal; without one, the first sentence of the description' }),
  projectDescription: text,
  keyword: texts.meta({ description: 'our topics and tags' }),
  projectStatus: text.meta({ description: 'Not yet started, Active, On hold or Completed' }),
  projectStartDate: some.meta({ description: 'our start_date, at midnight UTC' }),
  projectDuration: some.meta({ description: 'our project_duration' }),
  projectScienceType: texts.meta({ description: 'the fields of science nearest to our topics' }),
  projectUrl: text.meta({ description: "the project's own site" }),
  unRegions: texts.meta({ description: 'each with its code: `Northern America (021)`' }),
  language: some.meta({ description: 'our languages' }),
  projectLocality: some.meta({ description: 'our region_label' }),
  projectResponsiblePartyName: text.meta({
    description: 'our presenting_org, otherwise contact_affiliation, otherwise origin',
  }),
  projectResponsiblePartyContactEmail: some.meta({ description: 'our public_email' }),
  contactPoint: z
    .array(
      z.object({
        contactName: text,
        meansOfContact: text,
        contactDetails: text,
        contactPointType: some.meta({ description: 'our public_contact_type' }),
      }),
    )
    .meta({
      description:
        "our public_email, or else the project's own site; other names and addresses of people are not given to others",
    }),
  projectMedia: z
    .array(z.object({ projectMediaType: text, projectMediaFile: text, projectMediaCredit: text }))
    .optional()
    .meta({ description: 'the picture on this service, and the video' }),
  projectGeographicLocation: z.array(location).meta({
    description: 'the outline, or each pin; empty for online, for anywhere, and if no place is given',
  }),
  projectHowToParticipate: some,
  projectTask: some,
  scientificProcessInvolved: texts.meta({ description: 'our activities' }),
  projectEquipment: some,
  projectExternalLinks: texts.meta({
    description: "the project's page on this service, and its pages on other sites",
  }),
  projectParticipants: z.object({ projectParticipantAge: texts }).optional(),
  ...ourFields,
  distance_km: z.number().optional().meta({ description: 'ours' }),
});
export type PpsrResult = z.output<typeof ppsrResult>;
