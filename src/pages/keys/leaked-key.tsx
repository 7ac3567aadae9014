import { Section } from '../../ui/section.tsx';

/** Describes the risk of a leaked key, and the remedy. */
export const LeakedKey = () => (
  <Section id="leaked" title="If someone else got a key">
    <p>
      They can do what the key may do, in your name: record contributions to your projects that no one made,
      find out whether an address belongs to a member, send changes of projects that were added with it. They
      cannot sign in as you, read anyone’s contributions, see an address, or change your account.
    </p>
    <ol>
      <li>
        <strong>Revoke it here</strong>, or replace it and let the old key end at once. It is refused within a
        second.
      </li>
      <li>
        <strong>Remove it</strong> from where it was seen: a page, a repository with its history, a log, a
        mail.
      </li>
      <li>
        <strong>Look at the Stats</strong> of your projects for contributions that you cannot explain, and
        tell the operators of this service.
      </li>
    </ol>
  </Section>
);
