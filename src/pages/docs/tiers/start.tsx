import { docsTopics } from '../../../contract/pages/docs-topics.ts';
import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { Picture } from '../picture.tsx';

const tiers = [
  {
    name: 'bronze',
    title: 'Bronze',
    chooseIf: 'You can put a script tag on your thank-you page, and want to do no more than that.',
    needs: 'Your Project ID.',
    sure: 'The participant’s browser reports. If several people share a device, a contribution can reach the wrong profile.',
  },
  {
    name: 'silver',
    title: 'Silver',
    chooseIf: 'You know your participants’ email addresses, and have a server that can call ours.',
    needs: 'Your Project ID, an API key, which you make yourself, and a few lines on your server.',
    sure: 'Your server vouches for each contribution. Nothing depends on the participant’s browser.',
  },
  {
    name: 'gold',
    title: 'Gold',
    chooseIf: 'Your participants sign in at your site, and you want them to link their profile themselves.',
    needs: 'As for silver, and an OAuth 2 client, which the operator gives you.',
    sure: 'Only the participant can link their profile to your site.',
  },
] as const;

/** The page for each kind of site. */
const madeWith = [
  { to: 'bronze', title: 'HTML that I can edit' },
  { to: 'your-site#wordpress', title: 'WordPress' },
  { to: 'site-builders', title: 'Squarespace, Wix, Webflow, Drupal' },
  { to: 'form-tools', title: 'Google Forms, Survey123, KoboToolbox' },
  { to: 'single-page-apps', title: 'React, Vue, an app of one page' },
  { to: 'silver', title: 'A server of our own' },
];

/** Which tier is for whom, what comes first, and everything there is to read. */
export function DocsStart({ frame: { serviceName } }: DocsProps) {
  return (
    <>
      <p class="lead">
        With {serviceName}, contributions to your project are credited to the participant’s profile, together
        with their contributions to other projects. You report them; the participant decides.
      </p>
      <Picture
        name="ask"
        shows="The message on a project’s thank-you page: Your contribution can be credited to your profile. Three choices: Credit me; I’m new, use my email; No thanks."
      />
      <section aria-labelledby="made-with">
        <h2 id="made-with">What is your site made with?</h2>
        <ul class="chips">
          {madeWith.map(({ to, title }) => (
            <li class="chip">
              <DocLink to={to}>{title}</DocLink>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="tiers">
        <h2 id="tiers">Which tier is for you</h2>
        <ol class="tiers">
          {tiers.map(({ name, title, chooseIf, needs, sure }) => (
            <li class={`card tier-${name}`}>
              <h3>
                <DocLink to={name}>{title}</DocLink>
              </h3>
              <p class="tier-what">{chooseIf}</p>
              <p>
                <strong>You need</strong> {needs}
              </p>
              <p>
                <strong>How reliable it is.</strong> {sure}
              </p>
            </li>
          ))}
        </ol>
        <p>
          <a href="/builder">The builder</a> makes the snippets, with a preview. You can move up at any time:
          the project keeps its number and its history. In every tier the participant sees the same message
          and has the same choices. Projects that show it and report through the API are eligible for
          programmes with partners that award badges, credits and recognition.
        </p>
      </section>
      <section aria-labelledby="first">
        <h2 id="first">Before you begin</h2>
        <ol>
          <li>
            <strong>Get your project into the directory.</strong> <a href="/add">Register it here</a>, from
            the address of its own page, in about ten minutes; or add it through{' '}
            <DocLink to="api/project-add">the API</DocLink>. Our editors look at it within 24 hours. They may
            ask its contact something by mail, and publish it or say what is missing. You change it later on
            the Edit tab of its page.
          </li>
          <li>
            <strong>Copy the Project ID</strong> from the Tools tab of your project’s page. It is also the
            number in the page’s address, and never changes.
          </li>
          <li>
            <strong>Check the registered origins</strong> on the same tab. The site of your project’s own
            address is registered automatically when the project is published; ask the service’s operator to
            register others. On other sites the message only links to a confirmation page of ours.
          </li>
          <li>
            <strong>Serve your thank-you page over https.</strong> On plain http, the message also only links
            to that page, except on your own machine, so that you can test.
          </li>
        </ol>
      </section>
      <section aria-labelledby="all">
        <h2 id="all">All pages</h2>
        <dl class="basics">
          {docsTopics.slice(1).map(({ name, title, says }) => (
            <>
              <dt>
                <DocLink to={name}>{title}</DocLink>
              </dt>
              <dd>{says}</dd>
            </>
          ))}
          <dt>
            <DocLink to="api">API reference</DocLink>
          </dt>
          <dd>Every operation, with examples in curl, JavaScript, Python, PHP and R.</dd>
        </dl>
      </section>
    </>
  );
}
