import type { PageData } from '../../contract/pages.ts';
import { Pager } from '../../ui/pager.tsx';
import { Deed } from './contribution.tsx';
import { ProjectName } from './project-name.tsx';

/** Each contribution with its date, place and project, newest first. */
export const Contributions = ({ contributions }: Pick<PageData['me'], 'contributions'>) => (
  <section aria-labelledby="all">
    <h2 id="all">All contributions</h2>
    <ol class="rows deeds">
      {contributions.items.map((contribution) => (
        <li>
          <strong>
            <ProjectName project={contribution.project} />
          </strong>
          <Deed contribution={contribution} />
        </li>
      ))}
    </ol>
    <Pager path="/me" list={contributions} name="page" anchor="all" label="contributions" />
  </section>
);
