import { ownEntry } from '../../../contract/fields/own-entry.ts';
import type { ProjectHead } from '../../../contract/pages.ts';
import type { Tools as ToolsData } from '../../../contract/pages/project-tools.ts';
import { reachedTier } from '../../../contract/pages/tiers.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Fold } from '../../../ui/fold.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Time } from '../../../ui/time.tsx';
import { Said, SaidParagraph, useWords } from '../../../ui/words/use-words.tsx';
import type { PageProps } from '../../page.ts';
import { Hashed } from './hashed.tsx';
import { ImageTool } from './image-tool.tsx';
import { ShownOnSites } from './shown-on.tsx';
import { OutcomeTool } from './outcome-tool.tsx';
import { OverlapTool } from './overlaps.tsx';
import { ProgrammeTool } from './programme-tool.tsx';
import { Refused } from './refused.tsx';
import { Retractions } from './retractions.tsx';
import { SignatoryTool } from './signatory.tsx';
import { Snippets } from './snippets.tsx';
import { IntegrationState } from './integration-state.tsx';
import { TestEvents } from './test-events.tsx';
import { Section } from '../../../ui/section.tsx';

type Props = {
  tools: ToolsData;
  head: ProjectHead;
  published: boolean;
  frame: PageProps<'project'>['frame'];
};

/** The Tools tab: what owners copy into their site, whether it works, and below both all else, folded. */
export function Tools({ tools, head, published, frame }: Props) {
  const { projectId, review, waiting, shown, refused, tests } = tools;
  const { words, people, count } = useWords();
  const w = words.tools;
  const { path } = head;
  return (
    <div class="tools">
      {review && <Review review={review} path={path} />}
      {waiting !== undefined && (
        <Notice kind="note">
          <SaidParagraph
            text={w.waiting}
            of={{ people: <strong>{people(waiting)}</strong>, active: <code>active</code> }}
          />
        </Notice>
      )}
      <div class="columns">
        <Snippets tools={tools} head={head} frame={frame} />
        <aside aria-label={w.state}>
          <CopyField label={w.projectId} value={String(projectId)} kind="code" />
          {shown && <ShownOnSites shown={shown} path={path} />}
          {!published && <TestEvents path={path} tests={tests} />}
          {refused.length > 0 && (
            <Notice kind="warning" says={<a href="#refused">{count('refusedKind', refused.length)}</a>} />
          )}
        </aside>
      </div>

      <More tools={tools} path={path} published={published} />
    </div>
  );
}

/** The parts that an owner needs now and then. */
function More({ tools, path, published }: { tools: ToolsData; path: string; published: boolean }) {
  const { origins, image, seen, refused, retractions, outcomes, programmes, tests, hashed, signatory } =
    tools;
  const { words, say, count } = useWords();
  const w = words.tools;
  const reached = reachedTier(seen);
  return (
    <Section id="more" title={w.more} class="folds">
      <Fold
        id="standing"
        title={w.integration}
        state={reached ? say(w.reached, { tier: words.integration.tiers[reached] }) : w.noTier}
      >
        <IntegrationState tools={tools} />
      </Fold>
      {refused.length > 0 && (
        <Fold id="refused" title={w.refused} state={count('kind', refused.length)} isOpen>
          <Refused tools={tools} />
        </Fold>
      )}
      <Fold
        id="overlaps"
        title={words.overlaps.title}
        state={tools.mayOverlap ? words.overlaps.all : words.overlaps.once}
      >
        <OverlapTool mayOverlap={tools.mayOverlap} path={path} />
      </Fold>
      <Fold
        id="origins"
        title={w.origins}
        state={origins.length === 0 ? w.noneYet : origins.map(({ origin }) => origin).join(words.ages.comma)}
      >
        <Origins origins={origins} path={path} />
      </Fold>
      {published && tests !== 0 && (
        <Fold id="tests" title={w.tests} state={count('event', tests)}>
          <TestEvents path={path} tests={tests} />
        </Fold>
      )}
      {retractions.length > 0 && (
        <Fold
          id="retractions"
          title={words.retractions.mine}
          state={count(
            'contribution',
            retractions.reduce((sum, { events, isBack }) => sum + (isBack ? 0 : events), 0),
          )}
        >
          <Retractions retractions={retractions} path={path} />
        </Fold>
      )}
      {published && (
        <Fold id="outcomes" title={words.outcomes.title} state={count('outcome', outcomes.all.length)}>
          <OutcomeTool outcomes={outcomes} path={path} />
        </Fold>
      )}
      {published && programmes.own.length + programmes.open.length > 0 && (
        <Fold
          id="programmes"
          title={words.programmeTool.title}
          state={
            programmes.own.map(({ programme }) => programme.name).join(words.ages.comma) ||
            words.programmeTool.none
          }
        >
          <ProgrammeTool programmes={programmes} path={path} />
        </Fold>
      )}
      <Fold
        id="signatory"
        title={words.signatory.title}
        state={signatory ? signatory.name : words.signatory.nobody}
      >
        <SignatoryTool signatory={signatory} path={path} />
      </Fold>
      <Fold
        id="hashed"
        title={w.hashed}
        state={hashed.isAllowed ? w.allowed : hashed.asked === undefined ? w.notNeeded : w.askedFor}
      >
        <Hashed tools={tools} path={path} />
      </Fold>
      <Fold
        id="image"
        title={w.image}
        state={image ? words.image.states[image.state] : w.none}
        isOpen={image?.why !== undefined}
      >
        <ImageTool image={image} path={path} published={published} />
      </Fold>
      <ul class="folded-links">
        <li>
          <a href={`${path}/links`}>{w.links}</a> <span class="quiet">{w.linksSay}</span>
        </li>
        <li>
          <a href={`${path}/webhook`}>{w.webhooks}</a> <span class="quiet">{w.webhooksSay}</span>
        </li>
        <li>
          <a href={`${path}/export`} download>
            {w.export}
          </a>{' '}
          <span class="quiet">
            <Said text={w.exportSays} of={{ extra: <code>extra</code> }} />
          </span>
        </li>
      </ul>
    </Section>
  );
}

function Origins({ origins, path }: Pick<ToolsData, 'origins'> & { path: string }) {
  const { words, say } = useWords();
  const w = words.origins;
  return (
    <>
      {origins.length === 0 ? (
        <p>{w.none}</p>
      ) : (
        <>
          <p>{w.says}</p>
          <ul class="rows">
            {origins.map(({ origin, how }) => (
              <li class="split">
                <span>
                  <code>{origin}</code> <span class="quiet">{ownEntry<string>(w.proofs, how) ?? how}</span>
                </span>
                {how !== 'url' && (
                  <a
                    class="button danger"
                    href={`${path}/origin/remove?origin=${encodeURIComponent(origin)}`}
                    aria-label={say(w.removeNamed, { origin })}
                  >
                    {w.remove}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <SaidParagraph text={w.another} of={{ register: <a href={`${path}/origin`}>{w.register}</a> }} />
    </>
  );
}

type ReviewData = NonNullable<ToolsData['review']>;

/** The editors' decision about the last changes, or about a new project that was turned down. */
function Review({ review: { state, at, fields, why }, path }: { review: ReviewData; path: string }) {
  const { words, list } = useWords();
  const w = words.tools.review;
  const of = {
    date: <Time value={at} />,
    fields: list(fields.map((field) => words.labels[field])),
    why,
  };
  const hasFields = fields.length > 0;
  return state === 'awaiting_review' ? (
    <Notice kind="note" says={<Said text={hasFields ? w.awaitingFields : w.awaiting} of={of} />} />
  ) : (
    <Notice kind="fault" says={<Said text={hasFields ? w.rejectedFields : w.rejected} of={of} />}>
      <SaidParagraph text={w.change} of={{ edit: <a href={`${path}/edit`}>{w.edit}</a> }} />
    </Notice>
  );
}
