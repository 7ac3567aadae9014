import { ButtonLink } from '../../ui/button-link.tsx';
import { programmesPath } from '../../contract/pages/programmes.ts';
import { Pager } from '../../ui/pager.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { ProgrammeLink, Rule } from './rule.tsx';

/** All open programmes, and those that the visitor manages. */
export function ProgrammesPage({ data: { programmes, managed } }: PageProps<'programmes'>) {
  const { programmes: w, groups, pager } = useWords().words;
  return (
    <>
      <h1>{w.title}</h1>
      <p class="lead">{w.lead}</p>
      {programmes.total === 0 ? (
        <p>{w.none}</p>
      ) : (
        <ul class="cards">
          {programmes.items.map((programme) => (
            <li class="card">
              <h2>
                <ProgrammeLink programme={programme} />
              </h2>
              <p dir="auto" lang={programme.lang}>
                {programme.award}
              </p>
              <Rule rule={programme.rule} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        path={programmesPath}
        list={programmes}
        name="page"
        anchor="main"
        what="programme"
        label={pager.programmes}
      />
      {managed.length > 0 && (
        <Section id="managed" title={w.managed}>
          <ul class="rows">
            {managed.map(({ reason, state, ...programme }) => (
              <li>
                <ProgrammeLink programme={programme} /> <span class="quiet">{w.states[state]}</span>
                {reason !== undefined && <p class="quiet">{reason}</p>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="request" title={w.request}>
        <p>{w.requestSays}</p>
        <p>
          <ButtonLink href="/programmes/new" text={w.request} />
        </p>
      </Section>
      <Section id="groups" title={groups.title}>
        <p>{groups.lead}</p>
        <p>
          <ButtonLink href="/groups" text={groups.title} />
        </p>
      </Section>
    </>
  );
}
