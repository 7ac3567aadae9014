import type { ParticipantsProject } from '../../contract/me-page.ts';
import { useTitle } from './use-title.ts';

/** A project’s name, with a link if its page can be seen. */
export function ProjectName({ project }: { project: ParticipantsProject }) {
  const title = useTitle(project);
  return project.path === undefined ? <>{title}</> : <a href={project.path}>{title}</a>;
}
