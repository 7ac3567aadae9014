import type { Amount, Certified } from '../../contract/pages/certificates.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';

/** Isolates texts (`bdi`): each keeps its own direction. */
const isolated = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, <bdi>{text}</bdi>]));

/** For each project, so that a certificate fits on a page. */
const shownOutcomes = 2;

/** The contents of a certificate: the name, the period, and the contributions by project. */
export function Statement({ certified, serviceName }: { certified: Certified; serviceName: string }) {
  const { words, say, date, count, duration } = useWords();
  const { holder, from, to, zone, lines, others, total } = certified;
  const w = words.certificate;
  const amount = ({ events, hours }: Amount) =>
    [count('contribution', events), ...(hours > 0 ? [duration(hours)] : [])].join(' · ');
  return (
    <>
      <p class="certificate-name">
        {holder === '' ? say(w.member, { service: serviceName }) : <bdi>{holder}</bdi>}
      </p>
      <p class="certificate-period">{say(w.period, { from: date(from), to: date(to) })}</p>
      <p class="certificate-did">{w.did}</p>
      <ul class="certificate-lines">
        {lines
          .filter(({ reported }) => reported.events > 0)
          .map(({ project, reported, vouches, outcomes }) => (
            <li>
              <span>
                <Said
                  text={w.reportedBy}
                  of={{
                    project: (
                      <strong>
                        {project.title ? (
                          <bdi>{project.title}</bdi>
                        ) : (
                          say(words.me.hidden, { id: project.id })
                        )}
                      </strong>
                    ),
                  }}
                />
                {vouches && (
                  <span class="vouched">
                    <Said
                      text={vouches.organisation === undefined ? w.vouched : w.vouchedFor}
                      of={isolated(vouches)}
                    />
                  </span>
                )}
                {outcomes.slice(0, shownOutcomes).map(({ kind, sentence, lang, link }) => (
                  <span class="vouched">
                    <Said
                      text={words.outcomes.said}
                      of={{ kind: words.outcomes.kinds[kind], sentence: <bdi lang={lang}>{sentence}</bdi> }}
                    />{' '}
                    {link !== undefined && <ExternalLink href={link} />}
                  </span>
                ))}
              </span>
              <span>{amount(reported)}</span>
            </li>
          ))}
        {others && others.reported.events > 0 && (
          <li>
            <span>{say(w.others, { projects: count('otherProject', others.projects) })}</span>
            <span>{amount(others.reported)}</span>
          </li>
        )}
        <li class="certificate-total">
          <strong>{w.total}</strong>
          <strong>{amount(total.reported)}</strong>
        </li>
      </ul>
      {total.own.events > 0 && (
        <ul class="certificate-lines certificate-own">
          <li>
            <span>
              {w.own}. {w.ownSays}
            </span>
            <span>{amount(total.own)}</span>
          </li>
        </ul>
      )}
      <p class="quiet">
        <Said text={w.days} of={{ zone: <bdi>{zone}</bdi> }} /> {holder !== '' && w.nameSays}
      </p>
    </>
  );
}
