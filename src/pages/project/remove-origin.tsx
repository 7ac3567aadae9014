import { ButtonLink } from '../../ui/button-link.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Named } from '../../ui/named.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

/** Asks before a site is removed from a project. */
export function RemoveOriginPage({ data: { project, origin, permissions } }: PageProps<'remove-origin'>) {
  const { words, count } = useWords();
  const w = words.origins.removal;
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <SaidParagraph
        text={w.says}
        of={{ origin: <Named>{origin}</Named>, project: <a href={project.path}>{project.title}</a> }}
      />
      <ul class="remove-says">
        <li>{permissions === 0 ? w.none : count('endedPermission', permissions)}</li>
        <li>{w.stays}</li>
        <li>{w.again}</li>
      </ul>
      <div class="answers">
        <PostButton action={`${project.path}/origin/remove`} fields={{ origin }} look="danger">
          {w.yes}
        </PostButton>
        <ButtonLink href={`${project.path}/tools#origins`} text={w.no} />
      </div>
    </div>
  );
}
