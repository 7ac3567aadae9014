import type { GroupPage as Data } from '../../contract/pages/groups.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Section } from '../../ui/section.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { ProgrammeLink, Rule } from '../programmes/rule.tsx';

/** For the leaders of a group: its code, and what the group did. */
export function GroupPage({ data }: PageProps<'group'>) {
  const { of, code, ends, isOver, programme, done, fault } = data;
  const { words, say, date } = useWords();
  const w = words.groups;
  return (
    <>
      <BackLink href="/groups">← {w.title}</BackLink>
      <h1>
        <bdi>{of.name}</bdi>
      </h1>
      <Notice kind="done" says={done && w.done[done]} />
      <Notice kind="fault" says={fault && w.nothing} />
      {code === undefined ? (
        <p>{w.over}</p>
      ) : (
        <Section id="code" title={w.code}>
          <p class="group-code" translate={false}>
            {code}
          </p>
          <p>{say(w.codeSays, { date: date(ends) })}</p>
          <p class="answers">
            <ButtonLink href={`${of.path}/sheet`} text={w.sheet} look="primary" />
            <ButtonLink href={`${of.path}/people`} text={w.leaders} />
          </p>
        </Section>
      )}
      <Did data={data} />
      {programme && (
        <Section id="programme" title={words.programmes.title}>
          <p>
            <ProgrammeLink programme={programme.programme} />
          </p>
          <Rule rule={programme.programme.rule} progress={programme.progress} />
          {programme.award !== undefined && (
            <p>
              <a href={programme.award}>{words.programmeWork.award}</a>
            </p>
          )}
        </Section>
      )}
      <PostButton action={`${of.path}/certificate`}>{w.certificate}</PostButton>
      {!isOver && (
        <section class="folds" aria-label={w.more}>
          <Fold id="renew" title={w.renew} heading="h2">
            <p>{w.renewSays}</p>
            <PostButton action={`${of.path}/renew`}>{w.renew}</PostButton>
          </Fold>
          <Fold id="end" title={w.end} heading="h2">
            <p>{w.endSays}</p>
            <PostButton action={`${of.path}/end`} look="danger">
              {w.end}
            </PostButton>
          </Fold>
        </section>
      )}
    </>
  );
}

function Did({ data: { projects, weeks, members, named } }: { data: Data }) {
  const { words, say, count, duration, date, people, number } = useWords();
  const w = words.groups;
  const amount = ({ contributions, hours }: { contributions: number; hours: number }) =>
    [count('contribution', contributions), duration(hours)].filter(Boolean).join(' · ');
  return (
    <Section id="did" title={w.did}>
      <p>{w.didSays}</p>
      {projects.length === 0 ? (
        <p>{w.nothing}</p>
      ) : (
        <>
          <ul class="rows">
            {projects.map(({ project, ...sum }) => (
              <li class="split">
                <a href={project.path}>
                  <bdi>{project.title || `№ ${project.id}`}</bdi>
                </a>
                <span>{amount(sum)}</span>
              </li>
            ))}
          </ul>
          {weeks.length > 0 && (
            <Fold id="weeks" title={w.weeks} isOpen={weeks.some(({ oddDays }) => oddDays.length > 0)}>
              <ul class="rows">
                {weeks.map(({ from, oddDays, ...sum }) => (
                  <li class="split">
                    <span>
                      {say(w.week, { date: date(from) })}
                      {oddDays.map(({ day, contributions }) => (
                        <>
                          {' '}
                          <strong class="badge">
                            {say(w.oddDay, { date: date(day), amount: count('contribution', contributions) })}
                          </strong>
                        </>
                      ))}
                    </span>
                    <span>{amount(sum)}</span>
                  </li>
                ))}
              </ul>
            </Fold>
          )}
        </>
      )}
      <SaidParagraph
        text={w.members}
        of={{
          people: <strong>{people(members.people)}</strong>,
          contributions:
            members.contributions === null ? words.programmeWork.few : number(members.contributions),
        }}
      />
      {named.length > 0 && (
        <ul class="rows">
          {named.map(({ name, ...sum }) => (
            <li class="split">
              <bdi>{name}</bdi>
              <span>{amount(sum)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
