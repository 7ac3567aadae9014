import type { PageData } from '../../contract/pages.ts';
import { Pager } from '../../ui/pager.tsx';

const standings = {
  published: undefined,
  hidden: 'Hidden from the directory',
  withheld: 'Withheld by the operators',
  unpublished: 'Awaiting review',
  turned_down: 'Turned down: change it, and it is reviewed again',
} as const;

/** The projects that this person manages, with the ways to their tools and figures. */
export const Managed = ({ managed }: { managed: NonNullable<PageData['me']['managed']> }) => (
  <section aria-labelledby="managed">
    <h2 id="managed">Your projects</h2>
    <ul class="cards one">
      {managed.items.map(({ project, standing }) => (
        <li class="card split">
          <div>
            <h3>
              <a href={project.path}>{project.title}</a>
            </h3>
            {standings[standing] !== undefined && (
              <p class="byline">
                <span class="badge">{standings[standing]}</span>
              </p>
            )}
          </div>
          <div class="answers">
            <a class="button plain" href={`${project.path}/edit`} aria-label={`Edit ${project.title}`}>
              Edit
            </a>
            <a class="button plain" href={`${project.path}/stats`} aria-label={`Stats of ${project.title}`}>
              Stats
            </a>
            <a class="button plain" href={`${project.path}/tools`} aria-label={`Tools of ${project.title}`}>
              Tools
            </a>
          </div>
        </li>
      ))}
    </ul>
    <Pager path="/me" list={managed} name="managed" anchor="managed" label="projects that you manage" />
  </section>
);
