/** Passes the features' functions for deciding on a project to the editors' and operators' pages, and to commands. */
import type { Deciding } from '../projects/review/decide.ts';
import type { Features } from './features.ts';

export const decidingOf = ({ projects, events, mail, mailChoices, settings }: Features): Deciding => ({
  projects,
  mail,
  mailChoices,
  dropPublishedTests: events.dropPublishedTests,
  baseUrl: settings.baseUrl,
  serviceName: settings.SERVICE_NAME,
});
