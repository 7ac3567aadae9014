import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { Picture } from '../picture.tsx';
import { Section } from '../../../ui/section.tsx';

const tiers = [
  {
    name: 'bronze',
    title: 'Bronze',
    chooseIf: 'You can paste a script tag into your thank-you page.',
    needs: 'Your Project ID.',
    sure: 'The participant’s browser reports; on a shared device it can reach the wrong profile.',
  },
  {
    name: 'silver',
    title: 'Silver',
    chooseIf: 'You know your participants’ email addresses, and have a server.',
    needs: 'An API key, which you make yourself, and a few lines on your server.',
    sure: 'Your server vouches for each contribution.',
  },
  {
    name: 'gold',
    title: 'Gold',
    chooseIf: 'Your participants sign in at your site, and link their profile themselves.',
    needs: 'An OAuth 2 client, which the operator gives you.',
    sure: 'Only the participant can link their profile.',
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

/** Which tier is for whom, and what comes first. */
export function DocsStart({ frame: { serviceName } }: DocsProps) {
  return (
    <>
      <p class="lead">
        Contributions to your project are credited to the participant’s profile on {serviceName}. You report
        them; the participant decides.
      </p>
      <Picture
        name="ask"
        shows="The message on a project’s thank-you page: Your contribution can be credited to your profile. Three choices: Credit me; I’m new, use my email; No thanks."
      />
      <Section id="made-with" title="What is your site made with?">
        <ul class="chips">
          {madeWith.map(({ to, title }) => (
            <li class="chip">
              <DocLink to={to}>{title}</DocLink>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="tiers" title="Which tier is for you">
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
          <a href="/builder">The builder</a> makes the snippets. You can move up at any time: the project
          keeps its number and its history. Projects that show the message and report through the API are
          eligible for programmes of partners that award badges, credits and recognition.
        </p>
      </Section>
      <Section id="first" title="Before you begin">
        <ol>
          <li>
            <strong>
              <a href="/add">Register your project</a>,
            </strong>{' '}
            or add it through <DocLink to="api/project-add">the API</DocLink>. Our editors look at it within
            24 hours.
          </li>
          <li>
            <strong>Copy the Project ID</strong> from the Tools tab of your project’s page.
          </li>
          <li>
            <strong>Check the registered origins</strong> there. Your project’s own site is one; ask the
            service’s operator to register others.
          </li>
          <li>
            <strong>Serve your thank-you page over https.</strong> On plain http and on other sites the
            message only links to a confirmation page of ours.
          </li>
        </ol>
      </Section>
    </>
  );
}
