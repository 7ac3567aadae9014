import type { PageData } from '../../contract/pages.ts';
import { useWords } from '../../ui/words/use-words.tsx';

/** The addresses that a person has shown to be theirs. */
export function Addresses({ addresses }: Pick<PageData['me'], 'addresses'>) {
  const w = useWords().words.manage;
  return (
    <section aria-labelledby="addresses">
      <h3 id="addresses">{w.addresses}</h3>
      <p>{w.addressesSay}</p>
      <ul class="rows">
        {addresses.map(({ address, main }) => (
          <li>
            <span>{address}</span> {main && <span class="badge">{w.mainAddress}</span>}
          </li>
        ))}
      </ul>
      <p>
        <a href="/account">{w.changeAddresses}</a>
      </p>
    </section>
  );
}
