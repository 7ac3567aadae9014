import { ButtonLink } from '../../ui/button-link.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { ProjectHeading } from './project-name.tsx';
import { Share } from './share.tsx';

/** Asks before contributions are removed, with their number and the way to get them back. */
export function RemovePage({ data }: PageProps<'me-remove'>) {
  const { project, which, before, ...share } = data;
  const { words, say, count } = useWords();
  const w = words.remove;
  const all = count('contribution', share.events);
  return (
    <div class="narrow">
      <h1>{say(w.title, { all })}</h1>
      <div class="card">
        <ProjectHeading project={project} heading="h2">
          <Share {...share} />
        </ProjectHeading>
      </div>
      <ul class="remove-says">
        <li>{w.profile}</li>
        <li>{w.back}</li>
        <li>{w[which]}</li>
      </ul>
      <div class="answers">
        <PostButton
          action={which === 'credited' ? '/me/remove' : '/me/disclaim'}
          fields={{ project_id: project.id, before }}
          look="danger"
        >
          {say(w.button, { all })}
        </PostButton>
        <ButtonLink href="/me" text={w.keep} />
      </div>
    </div>
  );
}
