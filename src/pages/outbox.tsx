import { formatInstant } from '../ui/format.ts';
import { LinkedText } from '../ui/linked-text.tsx';
import type { PageProps } from './page.ts';

/** Development only: the mails that would have gone out, newest first. */
export function OutboxPage({ data }: PageProps<'outbox'>) {
  const newestFirst = data.mails.toSorted((one, other) => other.at.localeCompare(one.at));
  return (
    <>
      <h1>Outbox</h1>
      <p>No mail server is set, so mails end here. This page exists in development only.</p>
      {newestFirst.length === 0 && (
        <div class="empty">
          <h2>No mail yet</h2>
          <p>
            <a href="/sign-in">Ask for a sign-in link</a> and it shows up here.
          </p>
        </div>
      )}
      {newestFirst.map(({ to, subject, at, text }) => (
        <article class="card mail">
          <h2>{subject}</h2>
          <p class="byline">
            To {to} · <time dateTime={at}>{formatInstant(at)} UTC</time>
          </p>
          <pre class="mail-text" tabIndex={0} aria-label={`Text of “${subject}”`} role="region">
            <LinkedText text={text} />
          </pre>
        </article>
      ))}
    </>
  );
}
