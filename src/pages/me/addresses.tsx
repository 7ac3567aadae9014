import type { PageData } from '../../contract/pages.ts';

/** The addresses that a person has shown to be theirs. */
export const Addresses = ({ addresses }: Pick<PageData['me'], 'addresses'>) => (
  <section aria-labelledby="addresses">
    <h3 id="addresses">Your addresses</h3>
    <p>Projects that know you by one of these credit you without asking again.</p>
    <ul class="rows">
      {addresses.map(({ address, main }) => (
        <li>
          <span>{address}</span> {main && <span class="badge">Main</span>}
        </li>
      ))}
    </ul>
    <p>
      <a href="/account">Add an address, or change the main one</a>
    </p>
  </section>
);
