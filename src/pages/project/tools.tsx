import { ownEntry } from '../../contract/fields/own-entry.ts';
import type { Tools as ToolsData } from '../../contract/pages/project-tools.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { about } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { Hashed } from './hashed.tsx';
import { ImageTool } from './image-tool.tsx';
import { ShownOnSites } from './shown-on.tsx';
import { Refused } from './refused.tsx';
import { Snippets } from './snippets.tsx';
import { IntegrationState } from './integration-state.tsx';
import { TestEvents } from './test-events.tsx';

type Props = { tools: ToolsData; path: string; published: boolean };

/**
 * The Tools tab: the codes and snippets that owners copy into their sites, and the state of the project's integration.
 */
export function Tools({ tools, path, published }: Props) {
  const { projectId, origins, review, image, waiting, shown } = tools;
  return (
    <div class="tools">
      {review && <Review review={review} path={path} />}
      <section aria-labelledby="project-id">
        <h2 id="project-id">Project ID Code</h2>
        <p>
          Your project’s number, sent as <code>project_id</code> with every contribution. It never changes.
        </p>
        <CopyField label="Project ID Code" value={String(projectId)} kind="code" />
      </section>

      <Snippets tools={tools} path={path} />

      <section aria-labelledby="no-scripts">
        <h2 id="no-scripts">Where no script can go</h2>
        <p>
          <a href={`${path}/links`}>Links for form tools, and a QR code for print</a>.
        </p>
      </section>

      {shown && <ShownOnSites shown={shown} path={path} />}

      <IntegrationState tools={tools} />
      <Refused tools={tools} />

      <Origins origins={origins} path={path} />

      <section aria-labelledby="notices">
        <h2 id="notices">Notices to your server</h2>
        <p>
          <a href={`${path}/webhook`}>Let us call your program</a> when editors decide, when participants
          withdraw contributions, and when a key is about to end.
        </p>
      </section>

      <Hashed tools={tools} path={path} />

      <section aria-labelledby="export">
        <h2 id="export">Export</h2>
        <p>
          <a href={`${path}/export`} download>
            Everything we have of this project
          </a>
          , as one JSON file: its fields, versions and history, origins, widgets of yours that show it, daily
          figures, and the events of the last seven days. Events come without the participant, place and{' '}
          <code>extra</code>, and none is left out, so that the file does not tell what a participant decided.
        </p>
      </section>

      <TestEvents path={path} tests={tools.tests} />

      <ImageTool image={image} path={path} published={published} />

      {waiting !== undefined && (
        <section aria-labelledby="waiting">
          <h2 id="waiting">Preregistration</h2>
          <p>
            <strong>{about(waiting)}</strong> people wait for your project to start. Set its status to{' '}
            <code>active</code>, and we mail them once.
          </p>
        </section>
      )}
    </div>
  );
}

/** Why each origin may credit. */
const proofs: Record<string, string> = {
  url: 'the address of your project, as an editor approved it',
  editor: 'registered by an editor',
  proof: 'proved by a file or a DNS record of the site',
};

const Origins = ({ origins, path }: Pick<ToolsData, 'origins'> & { path: string }) => (
  <section aria-labelledby="origins">
    <h2 id="origins">Registered origins</h2>
    {origins.length === 0 ? (
      <p>None yet. The origin of your project’s own address is registered when it is published.</p>
    ) : (
      <>
        <p>
          Only pages of these origins may ask participants to credit this project. The one of the project’s
          own address changes with it.
        </p>
        <ul class="rows">
          {origins.map(({ origin, how }) => (
            <li class="split">
              <span>
                <code>{origin}</code> <span class="quiet">{ownEntry(proofs, how) ?? how}</span>
              </span>
              {how !== 'url' && (
                <a
                  class="button danger"
                  href={`${path}/origin/remove?origin=${encodeURIComponent(origin)}`}
                  aria-label={`Remove ${origin}`}
                >
                  Remove
                </a>
              )}
            </li>
          ))}
        </ul>
      </>
    )}
    <p>
      <a href={`${path}/origin`}>Register another site</a>, with a file or a DNS record that shows that it is
      yours.
    </p>
  </section>
);

type ReviewData = NonNullable<ToolsData['review']>;

/** The editors' decision about the last changes, or about a new project that was turned down. */
function Review({ review: { state, at, fields, why }, path }: { review: ReviewData; path: string }) {
  const names = fields.length > 0 && ` (${fields.join(', ')})`;
  return state === 'awaiting_review' ? (
    <Notice kind="note">
      <p>
        Your changes of <Time value={at} />
        {names} await review. Until an editor has looked, everybody sees what was there before.
      </p>
    </Notice>
  ) : (
    <Notice kind="fault">
      <p>
        On <Time value={at} /> our editors turned your {names ? <>changes{names}</> : 'project'} down: {why}
      </p>
      <p>
        <a href={`${path}/edit`}>Change what they name</a>: once you save it, they look at it again.
      </p>
    </Notice>
  );
}
