/**
 * The attributes of the finder widget: one row each, read from the script element, its address or <manyhands-finder>.
 * The embed builder draws its form from the same rows.
 */
import { anyText, type SettingKind, oneOf, positiveInteger, shortText, type SettingsOf } from './kinds.ts';

const maxProjects = 48;

const projectIds: SettingKind<number[]> = {
  wants: `up to ${maxProjects} Project IDs, separated by commas`,
  read(text) {
    const ids = text.split(',').map((id) => positiveInteger.read(id.trim()) ?? 0);
    return ids.length > maxProjects || ids.includes(0) ? undefined : [...new Set(ids)];
  },
};

const projectsAtOnce = {
  wants: 'a whole number from 1 to 24',
  read: (text: string) => (/^\d\d?$/.test(text) && +text >= 1 && +text <= 24 ? +text : undefined),
  fallback: 6,
};

export const finderSettings = {
  widget: positiveInteger,
  projects: projectIds,
  q: shortText(500),
  topic: shortText(100),
  activity: shortText(100),
  near: shortText(200),
  region: shortText(100),
  organisation: shortText(200),
  audience: shortText(100),
  programme: positiveInteger,
  language: shortText(8),
  form: oneOf(['show', 'hide'], 'show'),
  'near-me': oneOf(['none', 'offer'], 'none'),
  header: oneOf(['show', 'hide'], 'show'),
  title: shortText(120),
  layout: oneOf(['list', 'cards', 'compact'], 'list'),
  pictures: oneOf(['show', 'hide'], 'show'),
  limit: projectsAtOnce,
  lang: shortText(35),
  theme: oneOf(['auto', 'light', 'dark'], 'auto'),
  consent: oneOf(['given', 'required'], 'given'),
  target: anyText,
};

export type FinderSettings = SettingsOf<typeof finderSettings>;
