import type { ParticipantsContribution } from '../../contract/pages/me.ts';
import type { PageData } from '../../contract/pages.ts';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { Deed } from './contribution.tsx';
import { ProjectName } from './project-name.tsx';
import { useTitle } from './use-title.ts';
import { Section } from '../../ui/section.tsx';

/** Each contribution with its place and project, newest first, under the day on which it happened. */
export function Contributions({ contributions }: Pick<PageData['me'], 'contributions'>) {
  const { words, date } = useWords();
  const days = Map.groupBy(contributions.items, ({ when }) => date(when));
  return (
    <Section id="all" title={words.me.all}>
      {[...days].map(([day, deeds]) => (
        <>
          <h3 class="deeds-day">{day}</h3>
          <ol class="rows deeds">
            {deeds.map((contribution) => (
              <li>
                <strong>
                  <ProjectName project={contribution.project} />
                </strong>
                <div class="deed-line">
                  <Deed contribution={contribution} hasDay />
                  <Choices contribution={contribution} />
                </div>
              </li>
            ))}
          </ol>
        </>
      ))}
      <Pager
        path="/me"
        list={contributions}
        name="page"
        anchor="all"
        what="contribution"
        label={words.pager.contributions}
      />
    </Section>
  );
}

/** The way to leave a contribution out; where its hours are many, the question whether they are right. */
function Choices({ contribution }: { contribution: ParticipantsContribution }) {
  const { words, say, duration } = useWords();
  const { id, project, hours, isDoubtful } = contribution;
  const w = words.me;
  const title = useTitle(project);
  const leaveOut = (
    <a
      href={`/me/leave-out?project_id=${project.id}&event_id=${id}`}
      aria-label={say(w.leaveOutLabel, { project: title })}
    >
      {w.leaveOut}
    </a>
  );
  if (!isDoubtful) return leaveOut;
  const all = duration(hours);
  return (
    <div class="deed-doubt">
      <p>{say(w.doubtful, { all })}</p>
      <PostButton
        action="/me/confirm-hours"
        fields={{ project_id: project.id, event_id: id }}
        label={say(w.hoursRightLabel, { all, project: title })}
      >
        {w.hoursRight}
      </PostButton>
      {leaveOut}
    </div>
  );
}
