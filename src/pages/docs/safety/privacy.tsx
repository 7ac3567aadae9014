import { DocTable } from '../doc-table.tsx';
import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { Section } from '../../../ui/section.tsx';

/**
 * The entries that the embeds make in the storage of the owner's page, by key; a test compares them with the embeds'
 * source.
 */
export const keptOnThePage: Record<string, [what: string, howLong: string]> = {
  'manyhands:…:grant': [
    'The permission to credit one profile in your project: a random token.',
    'Until the participant stops it or presses “Not you?”; the service ends it 90 days after its last use (30 if it came by email)',
  ],
  'manyhands:…:declined': ['That the participant refused. No identifier.', 'Until they change it'],
  'manyhands:…:waiting:…': [
    'An agreed contribution that has not reached the service yet.',
    'Until it has been sent; at most 20 of them, at most 24 hours',
  ],
  'manyhands:…:submission:…': [
    'The numbers of the contributions of this page and their outcome, so that a reload or the way back does not count again. With them, the entry of the browser’s history; at most 20.',
    'Until the tab is closed',
  ],
  'manyhands:…:…': [
    'The number of the contribution, with your own button, under the entry of the history or the address.',
    'Until the tab is closed',
  ],
  'manyhands:window': ['That no window of ours could answer this page.', 'Until the tab is closed'],
  'manyhands:words': [
    'The message’s text in a language other than English.',
    'Until there is a newer version',
  ],
};

/** The page on privacy: what is stored where, what an owner can infer, and what a page can do. */
export function PrivacyDocs({ frame: { serviceName }, data: { retentionDays } }: DocsProps) {
  return (
    <>
      <p class="lead">
        For your privacy notice. The embeds set no cookie, load nothing from third parties, and send nothing
        about a person before they click.
      </p>
      <Section id="browser" title="In the browser, in your page’s own storage">
        <p>Other sites cannot read it. The dots stand for the project, the contribution, or the page.</p>
        <DocTable
          label="In the browser"
          heads={['Key', 'What', 'How long']}
          rows={Object.entries(keptOnThePage).map(([key, cells]) => [<code>{key}</code>, ...cells])}
        />
      </Section>
      <Section id="wire" title="In transit">
        <p>
          Before a click, there are two requests: for the script, and for your project’s title and text. The
          second counts that the message was shown (a number per project, site and day, and the time of the
          last one). Requests carry no cookie; they carry your site’s origin but not the page’s path. After
          “Credit me”, the message sends the project, the type, the time, the number of the contribution, and
          the values of the script’s attributes. It shows all of this under “What is sent”. No information
          about the page, the screen or the browser is added.
        </p>
        <p>
          Our window, and the browser’s own dialog if it has one, belong to {serviceName}: a cookie there says
          who is signed in. Your page gets only a code, which works once, for a minute, for your project and
          your site.
        </p>
      </Section>
      <section aria-labelledby="service">
        <h2 id="service">On {serviceName}</h2>
        <DocTable
          label="On the service"
          heads={['What', 'How', 'How long']}
          rows={[
            [
              'Contributions of members',
              'With profile, time and what you sent',
              'As long as the account, or until the person refuses your project',
            ],
            [
              'Contributions of people who are not members, and earlier ones that a new member did not accept',
              'The same',
              `${retentionDays} days; then only your project’s daily totals`,
            ],
            [
              'Contributions that were undone, or refused beforehand',
              'Linked to no one, without place and extra; for seven days, what lets the same page put it back',
              `${retentionDays} days; then only the daily totals`,
            ],
            [
              'Your numbers of submissions',
              'A keyed digest, which prevents double recording',
              'As long as the contribution, and at least 72 hours',
            ],
            [
              'How often the message was shown',
              'A number per project, site and day, with the time of the last one; nothing about who saw it',
              'Permanently',
            ],
            [
              'Addresses that your server looks up',
              'Hashed at once; stored as a keyed digest with a random profile id',
              'Until no one has used it for 24 months',
            ],
            [
              'Addresses typed into the message',
              'Stored only if the six digits are entered: the person is then a member',
              'As long as the account; 90 days if they never sign in',
            ],
            [
              'Permissions of sites to credit',
              'A random token, hashed',
              '90 days after the last use (30 by email), or until the person revokes it',
            ],
            [
              'How often mails were requested or digits tried, by email or IP address',
              'A keyed digest',
              '2 days',
            ],
            [
              'Sites that a participant authorized (gold tier)',
              'What the site may see, and when it last looked; codes and tokens hashed and encrypted',
              'Until the person revokes it; tokens end within a second then, and after an hour by themselves',
            ],
            ['Addresses that want no emails', 'A keyed digest', 'Until their owner allows emails again'],
          ]}
        />
        <p>
          The service’s log holds no email address, key, token or IP address. Participants see all their data
          on their own page: what was credited, by whom, which sites may credit, and what was reported before
          they joined. They can remove it there.
        </p>
      </section>
      <Section id="gold" title="In the gold tier">
        <p>
          The participant is asked on {serviceName}, where your site’s name, its address and what it will see
          are shown. Your server then gets the numbers of the profile and of the person’s page, and with more
          scopes the names or the email address, as long as they allow it. It gets no password, and cannot see
          what they do for other projects.
        </p>
      </Section>
      <Section id="infer" title="What you can infer as an owner">
        <ul>
          <li>
            From a look-up, whether an address belongs to a member (<code>known</code>). Look up only
            addresses that people gave you for this purpose.
          </li>
          <li>
            The number of a profile that you looked up, or whose owner agreed on your site. It is the same
            number in every project; no one can find a name or a page with it.
          </li>
          <li>
            Over time, that someone opted out: you know what you sent, and Stats counts the participants of
            it. Stats changes once a day, rounds numbers of people, and hides groups of fewer than five and
            some of up to nine, so that a single choice rarely shows. The same rule holds for every number of
            people that you get. One group of invented people around a real one tells hardly more than a coin;
            the rule does not stop someone who reports the same person in dozens of such groups on purpose.
            The person sees those reports on their page.
          </li>
          <li>
            From the events on your own page, that this visitor credited, declined or removed a contribution.
          </li>
        </ul>
        <p>
          You cannot learn who a visitor is if they did not agree, whether they are a member, their name,
          their address, or anything that they do in other projects.
        </p>
      </Section>
      <Section id="hostile" title="What a hostile page can do">
        <p>
          The message is part of your page, so anyone who controls your page (you, a script that you load, an
          intruder) controls its surroundings. Such a page can:
        </p>
        <ul>
          <li>
            read what is typed into the message, including the email address and the six digits, and forward
            it;
          </li>
          <li>
            use the permission that a participant gave, or forward it: record any contributions of that
            participant in this one project, remove them, stop the crediting (which also removes those of the
            last day), and learn the number of the profile;
          </li>
          <li>
            use a <code>participant_token</code> in your page, within the hour: for that one person and
            project, remove the contributions of the last day, and stop further ones;
          </li>
          <li>
            draw a message that looks like ours, hide ours, ask again and again, or trick people into pressing
            “Credit me”: our window then opens and asks them, and only a yes there counts as agreement;
          </li>
          <li>falsify the count of how often the message was shown;</li>
          <li>
            cause a few mails with six digits to an address: at most three an hour and six a day, however the
            address is written. The recipient can stop them permanently.
          </li>
        </ul>
        <p>It cannot:</p>
        <ul>
          <li>sign in as the participant, or read their name, their address or their contributions;</li>
          <li>
            record in another project, from another site, or for someone who did not agree: permissions, codes
            and digits are bound to one project and one origin, work once, and sign no one in;
          </li>
          <li>
            press the button in our window: the window does not open in a frame, and its button works only
            after it has been visible for a moment;
          </li>
          <li>learn who a visitor is, or whether they are a member, before they agree;</li>
          <li>use the permission after the participant has revoked it, or after it has expired.</li>
        </ul>
        <p>
          A program can pretend to be your page. It gets what every visitor gets: your project’s title, and a
          few mails within the same limits. Without digits, a code or a permission, it records nothing.
        </p>
        <p>
          The contributions that such a page recorded are marked as reported by a browser, and the participant
          can remove them and revoke the site’s permission. For malicious <em>visitors</em>, see{' '}
          <DocLink to="apihelper#proof">the helper’s proof</DocLink>.
        </p>
      </Section>
    </>
  );
}
