import type { ParticipantsProject } from '../../contract/me-page.ts';

/** A project’s name, with a link if its page can be seen. */
export const ProjectName = ({ project: { title, path } }: { project: ParticipantsProject }) =>
  path === undefined ? <>{title}</> : <a href={path}>{title}</a>;
