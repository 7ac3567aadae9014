import type { AddPage as AddData } from '../../contract/pages/add.ts';
import { MailSent } from '../../ui/forms/email-form.tsx';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { ProjectCard } from '../../ui/project-card.tsx';
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

const Address = ({ data: { draft, name, email, fault } }: { data: Of<'address'> }) => (
  <div class="narrow">
    <h1>Your email address</h1>
    <p>
      “{name}” is complete and saved. We mail you a link: it signs you in, without a password, and leads back
      here to send the project. You manage it with this address from then on.
    </p>
    <form method="post" action={`/add/${draft}/send`} class="stack">
      <EmailField id="email" fault={fault} value={email} />
      <button class="button primary">Email me a link</button>
    </form>
    <p>
      <a href={`/add/${draft}`}>Back to the form</a>
    </p>
  </div>
);

const Mailed = ({
  data: { draft, name, email },
  isDevelopment,
}: {
  data: Of<'mailed'>;
  isDevelopment: boolean;
}) => (
  <div class="narrow">
    <h1>Check your email</h1>
    <MailSent isDevelopment={isDevelopment} anywhere to={email} />
    <p>
      “{name}” is saved. It is sent when you have opened the link and pressed the button there, and you manage
      it with this address from then on. <a href={`/add/${draft}/send`}>Use another address</a>
    </p>
    <p class="quiet">
      No email after a few minutes? Check your spam folder, or <a href="/add">go back to your drafts</a>. If
      you once chose to get no emails from us,{' '}
      <a href={`/sign-in?next=${encodeURIComponent(`/add/${draft}/send`)}`}>sign in</a> instead: that mail
      always comes, and leads back to your project.
    </p>
  </div>
);

const Confirm = ({ data: { draft, card } }: { data: Of<'confirm'> }) => (
  <div class="narrow">
    <h1>Send this project to our editors?</h1>
    <ProjectCard project={card} heading="h2" />
    <p class="after-card">
      You are signed in, and will manage it. If you did not write this, someone typed your address: leave this
      page, and nothing happens.
    </p>
    <div class="answers">
      <PostButton action={`/add/${draft}`} fields={{ act: 'send-as-it-is' }} look="primary">
        Send to our editors
      </PostButton>
      <a class="button plain" href={`/add/${draft}`}>
        Change something
      </a>
    </div>
  </div>
);

const Delete = ({ data: { draft, name } }: { data: Of<'delete'> }) => (
  <div class="narrow">
    <h1>Delete this draft?</h1>
    <p>
      Everything that you typed for “{name}” is deleted at once, and cannot be brought back. Nothing was sent.
    </p>
    <div class="answers">
      <PostButton action={`/add/${draft}/delete`} look="danger">
        Delete the draft
      </PostButton>
      <a class="button plain" href={`/add/${draft}`}>
        Keep it
      </a>
    </div>
  </div>
);

const Sent = ({ data: { id, title, path } }: { data: Of<'sent'> }) => (
  <div class="narrow">
    <h1>Your project is with our editors</h1>
    <p class="lead">
      “{title}” is sent. An editor looks at it within 24 hours, and may ask you something by mail.
    </p>
    <h2>Meanwhile</h2>
    <ul>
      <li>
        Its Project ID is <strong>{id}</strong>, and never changes. <a href={`${path}/tools`}>Tools</a> has
        what you put on your own site.
      </li>
      <li>
        <a href={path}>Its page</a> is only seen by you and our editors until it is published.
      </li>
      <li>
        You find it on <a href="/me">your page</a>, under “Your projects”, with what became of it.
      </li>
    </ul>
    <p>
      <a href="/add">Register another project</a>
    </p>
  </div>
);
