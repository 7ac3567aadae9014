import { attempts, lastTried } from './attempts.ts';
import { Time } from '../../../ui/time.tsx';
import { DocLink } from '../../../ui/doc-link.tsx';
import { DocTable } from '../doc-table.tsx';
import type { DocsProps } from '../docs-props.ts';
import { Section } from '../../../ui/section.tsx';

/** Attacks that were tried against the service, with dates, and how to report others. */
export function SecurityDocs({ frame: { serviceName } }: DocsProps) {
  return (
    <>
      <p class="lead">
        We attacked {serviceName} ourselves, as an intruder would: last on <Time value={lastTried} />, and by
        tests with every change.
      </p>
      <Section id="tried" title="The attacks, by kind">
        <DocTable
          label="Security testing"
          heads={['Kind', 'Attempt', 'What protects']}
          rows={attempts.map(({ kind, tried, holds }) => [kind, tried, holds])}
        />
        <p>
          For what a hostile page <em>can</em> do with a message on it, see{' '}
          <DocLink to="privacy#hostile">what a hostile page can do</DocLink>.
        </p>
      </Section>
      <Section id="report" title="If you found something">
        <ul>
          <li>
            Tell the people who run this installation first, in private: what you did, what you saw, and what
            you expected. Tell them at once if you have seen someone’s data.
          </li>
          <li>
            If it is a vulnerability of the software, also tell its maintainers: <code>SECURITY.md</code> in
            its source says how, what is in scope, and what you can expect.
          </li>
          <li>
            Test on your own installation: <code>npm ci &amp;&amp; npm start</code> starts one with a
            demonstration partner. Please do not flood a service that others use, or look at other people’s
            data.
          </li>
        </ul>
      </Section>
    </>
  );
}
