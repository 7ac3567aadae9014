import { attempts } from './attempts.ts';
import { DocLink } from './doc-link.tsx';
import { DocTable } from './doc-table.tsx';
import type { DocsProps } from './docs.tsx';

const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthOf = (when: string) => <time dateTime={when}>{months.format(new Date(`${when}-01T00:00Z`))}</time>;

/** What was tried against the service, with dates, and how to report what was not thought of. */
export function SecurityDocs({ frame: { serviceName } }: DocsProps) {
  return (
    <>
      <p class="lead">
        {serviceName} has been attacked on purpose, the way somebody would who wants to break in. This is what
        was tried, and what holds it. Each kind is tried again by tests with every change.
      </p>
      <section aria-labelledby="tried">
        <h2 id="tried">The attempts, by kind</h2>
        <DocTable
          label="What was tried"
          heads={['Kind', 'What was tried', 'What holds it', 'Last tried as a whole']}
          rows={attempts.map(({ kind, tried, holds, when }) => [kind, tried, holds, monthOf(when)])}
        />
        <p>
          What a hostile page <em>can</em> do to a message that stands in it is a matter of its own:{' '}
          <DocLink to="privacy#hostile">what a hostile page can do</DocLink>.
        </p>
      </section>
      <section aria-labelledby="report">
        <h2 id="report">You found something</h2>
        <ul>
          <li>
            Tell the people who run this installation, in private, before anybody else: what you did, what you
            saw, and what you expected. Say so at once if you have seen somebody’s data.
          </li>
          <li>
            If it is a fault of the software, tell those who maintain it as well: <code>SECURITY.md</code> in
            its source says how, what is in scope, and what you can expect.
          </li>
          <li>
            Try things on an installation of your own: <code>npm ci &amp;&amp; npm start</code> makes one with
            a demonstration partner. Please do not flood a service that others use, or look at other people’s
            data.
          </li>
        </ul>
      </section>
    </>
  );
}
