import type { PageData } from '../../contract/pages.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { AuthorizedSites } from './authorized-sites.tsx';
import { Crediting } from './crediting.tsx';
import { Grants } from './grants.tsx';
import { MailSettings } from './mail.tsx';
import { deletePath, exportPaths } from '../../contract/pages/account.ts';

/** Takes everything along, or deletes it. */
function OwnData() {
  const w = useWords().words.manage;
  return (
    <section aria-labelledby="data">
      <h3 id="data">{w.data}</h3>
      <p>{w.dataSays}</p>
      <p class="answers">
        <a class="button plain" href={exportPaths.json} download>
          {w.json}
        </a>
        <a class="button plain" href={exportPaths.csv} download>
          {w.csv}
        </a>
        <a class="button danger" href={deletePath}>
          {w.delete}
        </a>
      </p>
    </section>
  );
}

/** The addresses that a person has shown to be theirs. */
function Addresses({ addresses }: Pick<PageData['me'], 'addresses'>) {
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

/** The decisions of a person: credit for each project, removals, grants, addresses, mail, and their data. */
export function Manage({ data, serviceName }: { data: PageData['me']; serviceName: string }) {
  const w = useWords().words.manage;
  return (
    <section aria-labelledby="manage" class="manage">
      <h2 id="manage">{w.title}</h2>
      <Crediting projects={data.projects} />
      <Grants grants={data.grants} serviceName={serviceName} />
      <AuthorizedSites sites={data.sites} />
      <section aria-labelledby="volunteer">
        <h3 id="volunteer">{w.volunteer}</h3>
        <p>
          {w.volunteerSays} <a href="/me/volunteer">{w.volunteerLink}</a>
        </p>
      </section>
      <Addresses addresses={data.addresses} />
      <MailSettings
        addresses={data.addresses}
        {...(data.mailLanguage && { mailLanguage: data.mailLanguage })}
      />
      <OwnData />
    </section>
  );
}
