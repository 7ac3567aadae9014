import { DocTable } from './doc-table.tsx';
import { DocLink } from './doc-link.tsx';
import type { DocsProps } from './docs.tsx';

/** What the embeds keep in the storage of the owner's page, by key; a test holds it against their source. */
export const keptOnThePage: Record<string, [what: string, howLong: string]> = {
  'manyhands:…:grant': [
    'The permission to credit one profile in your project: a random token.',
    'Until it is stopped or forgotten; the service ends it 90 days after its last use (30 if it came by e-mail)',
  ],
  'manyhands:…:declined': ['That the participant said no. No identifier.', 'Until they change it'],
  'manyhands:…:waiting:…': [
    'An agreed contribution that has not reached the service yet.',
    'Until it has; at most 20 of them, at most 24 hours',
  ],
  'manyhands:…:submission:…': [
    'The number of the contribution, and what became of it, so that a reload is no second one.',
    'As long as the tab',
  ],
  'manyhands:…:id:…': ['The number of the contribution, with your own button.', 'As long as the tab'],
  'manyhands:words': ['The message’s words in another language than English.', 'Until there are newer ones'],
};

/** What is stored where, what an owner can infer, and what a page can do. */
export function PrivacyDocs({ frame: { serviceName }, data: { retentionDays } }: DocsProps) {
  return (
    <>
      <p class="lead">
        For your privacy notice, and for your own peace of mind. No cookie, no third party, nothing about a
        person before their click.
      </p>
      <section aria-labelledby="browser">
        <h2 id="browser">In the browser, in your page’s own storage</h2>
        <p>Other sites cannot read it. The dots stand for the project, the contribution, or the page.</p>
        <DocTable
          label="In the browser"
          heads={['Key', 'What', 'How long']}
          rows={Object.entries(keptOnThePage).map(([key, cells]) => [<code>{key}</code>, ...cells])}
        />
      </section>
      <section aria-labelledby="wire">
        <h2 id="wire">On its way</h2>
        <p>
          Before a click: the script, and one request for your project’s title and words, which counts that
          the message was shown (a number per project, site and day). Requests carry no cookie, and your
          site’s origin but not the page’s path. After “Credit me”: the project, the type, the time, the
          number of the contribution, and what you wrote into the script’s attributes. The message shows it
          under “What is sent”. Nothing of the page, the screen or the browser is added.
        </p>
        <p>
          Our window, and the browser’s own dialog where there is one, are {serviceName}’s own: a cookie there
          says who is signed in. Your page gets nothing of it but a code that is good once, for a minute, for
          your project and your site.
        </p>
      </section>
      <section aria-labelledby="service">
        <h2 id="service">On {serviceName}</h2>
        <DocTable
          label="On the service"
          heads={['What', 'How', 'How long']}
          rows={[
            [
              'Contributions of members',
              'With profile, time and what you sent',
              'As long as the account; until the person refuses your project',
            ],
            [
              'Contributions of people who are not members, and earlier ones that a new member has not taken',
              'The same',
              `${retentionDays} days; then only your project’s daily totals`,
            ],
            [
              'Contributions that were undone, or refused beforehand',
              'Tied to nobody, without place and extra',
              `${retentionDays} days; then only the daily totals`,
            ],
            [
              'Your numbers of submissions',
              'A keyed digest, so that none is recorded twice',
              'As long as the contribution, and at least 72 hours',
            ],
            [
              'How often the message was shown',
              'A number per project, site and day; nothing of who saw it',
              'For good',
            ],
            [
              'Addresses that your server looks up',
              'Hashed at once; kept as a keyed digest beside a random profile id',
              'Until nobody has used it for 24 months',
            ],
            [
              'Addresses typed into the message',
              'Kept only if the six digits come back: the person is then a member',
              'As long as the account; 90 days if they never sign in',
            ],
            [
              'Permissions of sites to credit',
              'A random token, hashed',
              '90 days after the last use (30 by e-mail), or until the person revokes it',
            ],
            ['How often an e-mail or IP address asked for mails or tried digits', 'A keyed digest', '2 days'],
            ['Addresses that want no such mail', 'A keyed digest', 'For good'],
          ]}
        />
        <p>
          The service’s log holds no address, key, token or IP address. Participants see all of theirs on
          their own page: what was credited, by whom, which sites may credit, and what came before they
          joined. They take it off there.
        </p>
      </section>
      <section aria-labelledby="infer">
        <h2 id="infer">What you can infer as an owner</h2>
        <ul>
          <li>
            By a look-up, whether an address belongs to a member (<code>known</code>). Look up only addresses
            that people gave you for this.
          </li>
          <li>
            The number of a profile that you looked up or that agreed on your site. It is the same number in
            every project; it leads to no name and no page.
          </li>
          <li>
            Over time, that somebody opted out: you know what you sent, and the totals of your Stats tab count
            participants. They move once a day, so that a single choice does not show.
          </li>
          <li>What your own page hears by events: that this visitor credited, declined or took back.</li>
        </ul>
        <p>
          You cannot learn who a visitor is that did not agree, whether they are a member, their name, their
          address, or anything that they do in other projects.
        </p>
      </section>
      <section aria-labelledby="hostile">
        <h2 id="hostile">What a hostile page can do</h2>
        <p>
          The message stands in your page, so whoever controls your page (you, a script that you load, a
          burglar) controls what surrounds it. Such a page can:
        </p>
        <ul>
          <li>
            read what is typed into it, the e-mail address and the six digits included, and pass them on;
          </li>
          <li>
            use the permission that a participant gave, or pass it on: record contributions of theirs in this
            one project, at will and with any content, take them back, stop the crediting (which takes off the
            last day’s, too), and learn the number of their profile;
          </li>
          <li>
            with a <code>participant_token</code> that it finds in your page, within the hour: take back or
            stop, for that one person and project, what the last day brought;
          </li>
          <li>
            draw a message that looks like ours, hide ours, ask again and again, or lure people into pressing
            “Credit me”: our window then opens and asks them; whoever says yes there has agreed;
          </li>
          <li>let the number of times that the message was shown be what it likes;</li>
          <li>
            have a few mails with six digits sent to an address; three an hour and six a day at most, however
            the address is written, and whoever gets one can stop them for good.
          </li>
        </ul>
        <p>It cannot:</p>
        <ul>
          <li>sign in as the participant, or read their name, their address or their contributions;</li>
          <li>
            record in another project, from another site, or for somebody who did not agree: permissions,
            codes and digits are bound to one project and one origin, work once, and sign nobody in;
          </li>
          <li>press the button in our window: it opens in no frame, and wakes up after it has been seen;</li>
          <li>learn who a visitor is, or whether they are a member, before they agree;</li>
          <li>keep the permission when the participant revokes it, or past its time.</li>
        </ul>
        <p>
          From a server, anybody can claim to be your page. They get what every visitor gets: your project’s
          title, and a few mails within the same limits. Without digits, a code or a permission, they record
          nothing.
        </p>
        <p>
          What such a page recorded is marked as reported by a browser, and the participant can take it off
          and revoke the site. A malicious <em>visitor</em> is another matter: see{' '}
          <DocLink to="apihelper#proof">the helper’s proof</DocLink>.
        </p>
      </section>
    </>
  );
}
