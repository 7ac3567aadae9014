import type { OwnCertificate } from '../../contract/pages/certificates.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { Section } from '../../ui/section.tsx';

type Props = { own: OwnCertificate[]; hasPublicPage: boolean };

/** The certificates that a person has made, with the way to end each. */
export function OwnCertificates({ own, hasPublicPage }: Props) {
  const { words, say, date, count } = useWords();
  const w = words.certificates;
  if (own.length === 0) return null;
  return (
    <Section id="own" title={w.yours}>
      <p>{w.endSays}</p>
      <ul class="cards one">
        {own.map(({ id, from, to, holder, path, made, isShown, reads, until }) => {
          const period = { from: date(from), to: date(to) };
          const choice = isShown ? w.hideOnProfile : w.showOnProfile;
          return (
            <li class="card split">
              <div>
                <h3>
                  <a href={path}>{say(words.certificate.period, period)}</a>
                </h3>
                <p class="byline">
                  <span>
                    {[
                      holder,
                      say(w.made, { date: date(made) }),
                      until === undefined ? '' : say(w.untilOn, { date: date(until) }),
                      reads === 0 ? '' : count('read', reads),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  {isShown && hasPublicPage && <span class="badge">{w.onProfile}</span>}
                </p>
              </div>
              <div class="answers">
                {hasPublicPage && (
                  <PostButton
                    action="/me/certificates/show"
                    fields={{ id, shown: isShown ? 'no' : 'yes' }}
                    label={say(w.profileLabel, { choice, ...period })}
                  >
                    {choice}
                  </PostButton>
                )}
                <PostButton
                  action="/me/certificates/end"
                  fields={{ id }}
                  look="danger"
                  label={say(w.endLabel, period)}
                >
                  {w.end}
                </PostButton>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
