import type { AddPage as AddData } from '../../contract/pages/add.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { MailSent } from '../../ui/forms/email-form.tsx';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { ProjectCard } from '../../ui/project-card.tsx';
import { Said, SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { DraftForm } from './draft-form.tsx';
import { StartPage } from './start.tsx';

type Of<State extends AddData['state']> = Extract<AddData, { state: State }>;

/** Registering a project, step by step; each step is a page of its own. */
export function AddPage({ data, frame }: PageProps<'add'>) {
  const { serviceName } = frame;
  switch (data.state) {
    case 'start':
      return <StartPage data={data} serviceName={serviceName} />;
    case 'form':
      return <DraftForm data={data} />;
    case 'address':
      return <Address data={data} />;
    case 'mailed':
      return <Mailed data={data} isDevelopment={frame.development !== undefined} />;
    case 'confirm':
      return <Confirm data={data} />;
    case 'delete':
      return <Delete data={data} />;
    case 'sent':
      return <Sent data={data} />;
  }
}

const Address = ({ data: { draft, name, email, fault } }: { data: Of<'address'> }) => {
  const { words, say } = useWords();
  const w = words.add.address;
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <p>{say(w.says, { name })}</p>
      <form method="post" action={`/add/${draft}/send`} class="stack">
        <EmailField id="email" fault={fault} value={email} />
        <button class="button primary">{words.signIn.send}</button>
      </form>
      <p>
        <a href={`/add/${draft}`}>{w.back}</a>
      </p>
    </div>
  );
};

const Mailed = ({
  data: { draft, name, email },
  isDevelopment,
}: {
  data: Of<'mailed'>;
  isDevelopment: boolean;
}) => {
  const { words } = useWords();
  const w = words.add.mailed;
  const send = `/add/${draft}/send`;
  return (
    <div class="narrow">
      <h1>{words.signIn.sentTitle}</h1>
      <MailSent isDevelopment={isDevelopment} anywhere to={email} />
      <SaidParagraph text={w.says} of={{ name: <bdi>{name}</bdi>, other: <a href={send}>{w.other}</a> }} />
      <p class="quiet">
        <Said
          text={w.nothing}
          of={{
            drafts: <a href="/add">{w.drafts}</a>,
            signIn: <a href={`/sign-in?next=${encodeURIComponent(send)}`}>{w.signIn}</a>,
          }}
        />
      </p>
    </div>
  );
};

const Confirm = ({ data: { draft, card } }: { data: Of<'confirm'> }) => {
  const { add } = useWords().words;
  const w = add.confirm;
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <ProjectCard project={card} heading="h2" />
      <p class="after-card">{w.says}</p>
      <div class="answers">
        <PostButton action={`/add/${draft}`} fields={{ act: 'send-as-it-is' }} look="primary">
          {add.send}
        </PostButton>
        <ButtonLink href={`/add/${draft}`} text={w.change} />
      </div>
    </div>
  );
};

const Delete = ({ data: { draft, name } }: { data: Of<'delete'> }) => {
  const { words, say } = useWords();
  const w = words.add.drop;
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <p>{say(w.says, { name })}</p>
      <div class="answers">
        <PostButton action={`/add/${draft}/delete`} look="danger">
          {w.yes}
        </PostButton>
        <ButtonLink href={`/add/${draft}`} text={w.no} />
      </div>
    </div>
  );
};

const Sent = ({ data: { id, title, path } }: { data: Of<'sent'> }) => {
  const { words, say } = useWords();
  const w = words.add.sent;
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <p class="lead">{say(w.says, { title })}</p>
      <h2>{w.meanwhile}</h2>
      <ul>
        <li>
          <Said
            text={w.id}
            of={{ id: <strong>{id}</strong>, tools: <a href={`${path}/tools`}>{words.managed.tools}</a> }}
          />
        </li>
        <li>
          <Said text={w.page} of={{ page: <a href={path}>{w.itsPage}</a> }} />
        </li>
        <li>
          <Said text={w.find} of={{ page: <a href="/me">{w.yourPage}</a> }} />
        </li>
      </ul>
      <p>
        <a href="/add">{w.another}</a>
      </p>
    </div>
  );
};
