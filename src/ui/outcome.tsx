import type { OutcomeSaid } from '../contract/pages/outcomes.ts';
import type { ComponentChildren } from 'preact';
import { ExternalLink } from './external-link.tsx';
import { Said, useWords } from './words/use-words.tsx';
import { Time } from './time.tsx';

type Props = {
  outcome: OutcomeSaid;
  /** Without the link to another site, whose owner would see that somebody came who contributed. */
  isPrivate?: boolean;
  children?: ComponentChildren;
};

/** An outcome: the kind with the day, the sentence, and the link to more. */
export function Outcome({ outcome: { kind, sentence, lang, link, at }, isPrivate = false, children }: Props) {
  const { words, say } = useWords();
  const w = words.outcomes;
  return (
    <>
      <p class="byline">
        <span>
          <Said text={w.on} of={{ kind: w.kinds[kind], date: <Time value={at} /> }} />
        </span>
      </p>
      <p>
        <span dir="auto" lang={lang}>
          {sentence}
        </span>{' '}
        {link !== undefined && !isPrivate && (
          <ExternalLink href={link} aria-label={say(w.moreLabel, { sentence })}>
            {w.more}
          </ExternalLink>
        )}
      </p>
      {children}
    </>
  );
}
