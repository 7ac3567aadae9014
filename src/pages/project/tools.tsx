import { ownEntry } from '../../contract/fields/own-entry.ts';
import type { ProjectHead } from '../../contract/pages.ts';
import type { Tools as ToolsData } from '../../contract/pages/project-tools.ts';
import { reachedTier } from '../../contract/pages/tiers.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { about, counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { Hashed } from './hashed.tsx';
import { imageStates, ImageTool } from './image-tool.tsx';
import { ShownOnSites } from './shown-on.tsx';
import { Refused } from './refused.tsx';
import { Snippets } from './snippets.tsx';
import { IntegrationState, tierTitles } from './integration-state.tsx';
import { TestEvents } from './test-events.tsx';
import { Section } from '../../ui/section.tsx';

type Props = {
  tools: ToolsData;
  head: ProjectHead;
  published: boolean;
  frame: PageProps<'project'>['frame'];
};

/** The Tools tab: what owners copy into their site, whether it works, and below both all else, folded. */
export function Tools({ tools, head, published, frame }: Props) {
  const { projectId, review, waiting, shown, refused, tests } = tools;
  const { path } = head;
  return (
    <div class="tools">
      {review && <Review review={review} path={path} />}
      {waiting !== undefined && (
        <Notice kind="note">
          <p>
            <strong>{about(waiting)}</strong> people wait for your project to start. Set its status to{' '}
            <code>active</code>, and we mail them once.
          </p>
        </Notice>
      )}
      <div class="columns">
        <Snippets tools={tools} head={head} frame={frame} />
        <aside aria-label="State">
          <CopyField label="Project ID Code" value={String(projectId)} kind="code" />
          {shown && <ShownOnSites shown={shown} path={path} />}
          {!published && <TestEvents path={path} tests={tests} />}
          {refused.length > 0 && (
            <Notice kind="warning">
              <p>
                <a href="#refused">{kindsOf(refused)} of reports were refused</a> in the last seven days.
              </p>
            </Notice>
          )}
        </aside>
      </div>

      <More tools={tools} path={path} published={published} />
    </div>
  );
}

const kindsOf = (refused: ToolsData['refused']) => counted(refused.length, 'kind', 'kinds');

/** The parts that an owner needs now and then. */
function More({ tools, path, published }: { tools: ToolsData; path: string; published: boolean }) {
  const { origins, image, seen, refused, tests, hashed } = tools;
  const reached = reachedTier(seen);
  return (
    <Section id="more" title="Everything else" class="folds">
      <Fold
        id="standing"
        title="Integration status"
        state={reached ? `${tierTitles[reached]} reached` : 'No tier is complete yet'}
      >
        <IntegrationState tools={tools} />
      </Fold>
      {refused.length > 0 && (
        <Fold id="refused" title="Refused in the last seven days" state={kindsOf(refused)} isOpen>
          <Refused tools={tools} />
        </Fold>
      )}
      <Fold
        id="origins"
        title="Registered origins"
        state={origins.length === 0 ? 'None yet' : origins.map(({ origin }) => origin).join(', ')}
      >
        <Origins origins={origins} path={path} />
      </Fold>
      {published && tests !== 0 && (
        <Fold id="tests" title="Test events" state={counted(tests, 'event')}>
          <TestEvents path={path} tests={tests} />
        </Fold>
      )}
      <Fold
        id="hashed"
        title="Hashed addresses in the record step"
        state={hashed.isAllowed ? 'Allowed' : hashed.asked === undefined ? 'Not needed by most' : 'Asked for'}
      >
        <Hashed tools={tools} path={path} />
      </Fold>
      <Fold
        id="image"
        title="Image"
        state={image ? imageStates[image.state] : 'None'}
        isOpen={image?.wrong !== undefined}
      >
        <ImageTool image={image} path={path} published={published} />
      </Fold>
      <ul class="folded-links">
        <li>
          <a href={`${path}/links`}>Links and a QR code</a>{' '}
          <span class="quiet">for form tools and print, where no script can go</span>
        </li>
        <li>
          <a href={`${path}/webhook`}>Webhooks</a>{' '}
          <span class="quiet">
            when editors decide, participants withdraw contributions, or a key is about to end
          </span>
        </li>
        <li>
          <a href={`${path}/export`} download>
            Export
          </a>{' '}
          <span class="quiet">
            everything we have of this project as one JSON file; its events come without the participant,
            place and <code>extra</code>
          </span>
        </li>
      </ul>
    </Section>
  );
}

/** Why each origin may credit. */
const proofs: Record<string, string> = {
  url: 'the address of your project, as an editor approved it',
  editor: 'registered by an editor',
  proof: 'proved by a file or a DNS record of the site',
};

const Origins = ({ origins, path }: Pick<ToolsData, 'origins'> & { path: string }) => (
  <>
    {origins.length === 0 ? (
      <p>The origin of your project’s own address is registered when it is published.</p>
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
  </>
);
type ReviewData = NonNullable<ToolsData['review']>;

/** The editors' decision about the last changes, or about a new project that was turned down. */
function Review({ review: { state, at, fields, why }, path }: { review: ReviewData; path: string }) {
  const { labels } = useWords().words.form;
  const names = fields.length > 0 && ` (${fields.map((field) => labels[field]).join(', ')})`;
  return state === 'awaiting_review' ? (
    <Notice kind="note">
      <p>
        Your changes of <Time value={at} />
        {names} await review. Until an editor has looked, everyone sees what was there before.
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
