import type { PageData } from '../../contract/pages.ts';
import { Pager } from '../../ui/pager.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { Deed } from './contribution.tsx';
import { ProjectName } from './project-name.tsx';

/** Each contribution with its date, place and project, newest first. */
export function Contributions({ contributions }: Pick<PageData['me'], 'contributions'>) {
  const { words } = useWords();
  return (
    <section aria-labelledby="all">
      <h2 id="all">{words.me.all}</h2>
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
      <Pager path="/me" list={contributions} name="page" anchor="all" label={words.pager.contributions} />
    </section>
  );
}
