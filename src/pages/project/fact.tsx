import type { ComponentChildren } from 'preact';
import { TopicDot } from '../../ui/drawings/topic-dot.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

/** One fact of a description list. */
export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Names that lead to the finder. */
export function Chips({ names, by }: { names: string[]; by: 'topic' | 'activity' | 'q' }) {
  const { nameOf } = useWords();
  const kind = ({ topic: 'topics', activity: 'activities', q: undefined } as const)[by];
  return (
    <ul class="chips small">
      {names.map((name) => (
        <li>
          <a class="chip" href={`/finder?${by}=${encodeURIComponent(name)}`}>
            {by === 'topic' && <TopicDot name={name} />}
            <bdi>{kind ? nameOf(kind, name) : name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
