import type { ComponentChildren } from 'preact';
import type { ParticipantsProject } from '../../contract/pages/me.ts';
import { useTitle } from './use-title.ts';

/** A project’s name, with a link if its page can be seen. */
export function ProjectName({ project }: { project: ParticipantsProject }) {
  const title = <bdi>{useTitle(project)}</bdi>;
  return project.path === undefined ? title : <a href={project.path}>{title}</a>;
}

type HeadProps = { project: ParticipantsProject; heading: 'h2' | 'h3'; children: ComponentChildren };

/** A project’s name as a heading, with a line about it. */
export const ProjectHeading = ({ project, heading: Heading, children }: HeadProps) => (
  <>
    <Heading>
      <ProjectName project={project} />
    </Heading>
    <p class="byline">
      <span>{children}</span>
    </p>
  </>
);
