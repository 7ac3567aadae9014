import type { ProgrammePage as Data } from '../../contract/pages/programmes.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Fold } from '../../ui/fold.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Field } from '../../ui/forms/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { ProjectCards } from '../../ui/project-card.tsx';
import { QrCode } from '../../ui/drawings/qr-code.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { Rule } from './rule.tsx';

/** The page of a programme: what it is, what it takes, the visitor's part, and its projects. */
export function ProgrammePage({ data }: PageProps<'programme'>) {
  const { programme, state, projects, search, own, isMember, manages, done } = data;
  const { words, say } = useWords();
  const w = words.programmes;
  const { name, text, award, lang, rule, colours, logo, link, path } = programme;
  return (
    <>
      {/* A style in the page itself would need a policy that lets anybody's style in. */}
      {colours && <link rel="stylesheet" href={`/programme/${programme.id}/colours.css`} />}
      <header class="programme-head">
        {logo !== undefined && <img src={logo} alt="" />}
        <h1 dir="auto" lang={lang}>
          {name}
        </h1>
      </header>
      <Notice kind="done" says={done && w.done[done]} />
      <Notice kind="warning" says={state !== 'open' && say(w.notOpen, { state: w.states[state] })} />
      <Notice kind="note" says={data.isWaiting && done !== 'waits' && w.done.waits} />
      {manages && <ManagerLinks path={path} />}
      <div class="readable">
        <p dir="auto" lang={lang} class="written">
          <LinkedText text={text} />
        </p>
        {link !== undefined && (
          <p>
            <ExternalLink href={link} />
          </p>
        )}
      </div>
      <Section id="rule" title={w.rule}>
        <Rule rule={rule} progress={own?.progress} />
        <p>
          {w.award}{' '}
          <strong dir="auto" lang={lang}>
            {award}
          </strong>
        </p>
        {own?.award && (
          <Notice kind="done">
            <p>
              {w.fulfilled} <a href={own.award.path}>{w.seeAward}</a>
            </p>
          </Notice>
        )}
        {isMember ? <Part data={data} /> : state === 'open' && <Join path={path} />}
      </Section>
      <Section id="projects" title={w.projects}>
        {projects.length === 0 ? (
          <p>{w.noProjects}</p>
        ) : (
          <>
            <p>
              <a href={search}>{w.inFinder}</a>
            </p>
            <ProjectCards projects={projects} />
          </>
        )}
      </Section>
      <Fold id="share" title={w.share}>
        <QrCode qr={data.qr} label={w.qr} />
        <p>
          <a href={data.address}>{data.address}</a>
        </p>
      </Fold>
    </>
  );
}

function ManagerLinks({ path }: { path: string }) {
  const w = useWords().words.programmes;
  return (
    <p class="answers">
      <ButtonLink href={`${path}/work`} text={w.manage} />
      <ButtonLink href={`${path}/edit`} text={w.change} />
      <ButtonLink href={`${path}/people`} text={w.people} />
    </p>
  );
}

function Join({ path }: { path: string }) {
  const w = useWords().words.programmes;
  return (
    <>
      <p>
        {w.joinSays} {w.mayWrite}
      </p>
      <PostButton action={`${path}/join`} look="primary">
        {w.join}
      </PostButton>
    </>
  );
}

/** A member's choices: to show their name to the partner, or not, to get the partner's mail, or not, and to leave. */
function Part({ data: { programme, own } }: { data: Data }) {
  const { words, say, date } = useWords();
  const w = words.programmes;
  const { path } = programme;
  return (
    <>
      <p>{w.joinSays}</p>
      {own?.shown ? (
        <>
          <p>{say(w.shown, { name: own.shown.name, date: date(own.shown.until) })}</p>
          <PostButton action={`${path}/show`} fields={{ act: 'hide' }}>
            {w.hide}
          </PostButton>
        </>
      ) : (
        <Fold id="show" title={w.show}>
          <p>{w.showSays}</p>
          <form method="post" action={`${path}/show`} class="stack">
            <Field id="show-name" name="name" label={w.name}>
              {(control) => <input {...control} maxLength={80} required autocomplete="name" />}
            </Field>
            <Field id="show-until" name="until" label={w.until}>
              {(control) => <input {...control} type="date" required />}
            </Field>
            <button class="button plain">{w.showIt}</button>
          </form>
        </Fold>
      )}
      {own && (
        <>
          <p>{own.isMailed ? w.mayWrite : w.mayNotWrite}</p>
          <PostButton action={`${path}/mail`} fields={{ act: own.isMailed ? 'no-mail' : 'mail' }}>
            {own.isMailed ? w.noMail : w.mail}
          </PostButton>
        </>
      )}
      <Fold id="leave" title={w.leave}>
        <p>{w.leaveSays}</p>
        <PostButton action={`${path}/leave`} look="danger">
          {w.leave}
        </PostButton>
      </Fold>
    </>
  );
}
