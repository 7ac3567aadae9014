import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding, messageSnippet } from '../embedding.ts';
import { NearText } from './near-text.tsx';
import { Picture } from '../picture.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

/** The participant's browser records. */
export function BronzeDocs(props: DocsProps) {
  const { message, projectId, link } = embedding(props);
  const { serviceName } = props.frame;
  return (
    <>
      <p class="lead">
        One script tag on the page that people see right after they contributed. You need no key, no server
        and no programming.
      </p>
      <Section id="steps" title="Step by step">
        <ol>
          <li>
            Copy your <strong>Project ID</strong> from the Tools tab of your project’s page.
          </li>
          <li>
            Decide what a contribution is: <code>collection</code> (data collection),{' '}
            <code>classification</code> (classification or transcription), or <code>signup</code> (joined the
            project).
          </li>
          <li>
            Put this on the page that is shown right after a contribution, at the place for the message:
            <Snippet
              name="bronze"
              label="Bronze"
              code={messageSnippet(
                message,
                { 'data-project_id': projectId, 'data-participation': 'collection' },
                link(),
              )}
            />
            The <code>div</code> reserves space, so that <DocLink to="look#space">nothing moves</DocLink> when
            the message appears. The message takes the place of the link, which is for{' '}
            <DocLink to="your-site#no-scripts">where no script runs</DocLink>.
          </li>
          <li>
            Write a sentence near it: <NearText serviceName={serviceName} />
          </li>
          <li>
            Contribute something yourself, press “Credit me”, and look at your page on {serviceName}. Your
            project’s Stats tab counts it, too.
          </li>
        </ol>
      </Section>
      <Section id="better" title="Add details">
        <p>
          All of this is optional. With your own number of the submission in <code>data-event_id</code> a
          contribution is credited once, however often its page is opened. Without it, each new visit of the
          page counts as a contribution; only a reload and the browser’s back button do not.
        </p>
        <Snippet
          name="bronze-more"
          label="With what you know of the contribution"
          code={messageSnippet(
            message,
            {
              'data-project_id': projectId,
              'data-participation': 'collection',
              'data-event_id': 'survey-2041',
              'data-duration': '720',
              'data-magnitude': '3',
              'data-where': 'POINT(10.02 53.57)',
            },
            link('survey-2041'),
          )}
        />
        <p>
          <DocLink to="settings">All settings</DocLink> are on a separate page. No information about the page,
          the screen or the browser is sent, and the message shows participants exactly what is sent.
        </p>
      </Section>
      <Section id="sees" title="What the participant sees">
        <p>The first time, a question. Before a click nothing about them is sent.</p>
        <Picture
          name="ask"
          shows="Your contribution to Garden Bird Count can be credited to your profile. Three choices: Credit me; I’m new, use my email; No thanks. Below: What is sent."
        />
        <p>“What is sent” opens the complete list:</p>
        <Picture
          name="sent"
          shows="The same question, and below it what is sent: This, and the profile that you choose. No cookie, nothing else about you or this page. Then each field with its value, such as project_id, type and duration."
        />
        <p>
          “Credit me” opens a window of {serviceName}. It names your project and your site, and says what the
          participant allows. People who are not signed in there sign in first. If the service has FedCM
          switched on, Chrome and other Chromium browsers show their own dialog instead, with the same result.
        </p>
        <Picture
          name="window"
          shows="The window of the service: it names the project and the site, lists what the site may and may not do, and has two buttons to allow it or not."
        />
        <p>If the window is closed, or could not open:</p>
        <Picture
          name="blocked"
          shows="The window did not open or was closed. Three choices: Try again; Use my email; Continue on the service."
        />
        <p>
          New participants, and those for whom no window opens, can join by email without leaving your page.
          People younger than 16 cannot join in the message: it leads them to our own site, where a parent or
          guardian agrees first.
        </p>
        <Picture
          name="email"
          shows="Join by email: a field for the address, a box “I am 16 or older”, and the buttons Send code and Back."
        />
        <Picture
          name="code"
          shows="Check your email: a field for six digits and the buttons Confirm, Send a new code and Back."
        />
        <p>
          Afterwards, and automatically on later visits, the message is one line. Undo removes the
          contribution from the profile; “Not you?” is for shared devices.
        </p>
        <Picture name="credited" shows="One line: Credited to your profile, with Undo and Not you?" />
        <Picture
          name="undone"
          shows="One line: Removed from your profile, with Put it back and Never for this project."
        />
        <p>Without a network, the choice is completed automatically later:</p>
        <Picture name="offline" shows="You are offline. We’ll continue when you’re back online." />
        <p>
          Participants who say no are not asked again. With <code>data-when-declined="hide"</code> they see
          nothing instead of this line:
        </p>
        <Picture name="declined" shows="One line: Not credited, with Change." />
        <p>
          On a page whose site is not registered, or without https, the message only links to{' '}
          <DocLink to="your-site#no-scripts">a confirmation page of ours</DocLink>, where the participant
          credits the same contribution by hand:
        </p>
        <Picture
          name="elsewhere"
          shows="That can’t be done securely from this page; it can on the service. One link: Continue on the service; and No thanks."
        />
      </Section>
    </>
  );
}
