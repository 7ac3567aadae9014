import type { PageData } from '../../contract/pages.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { Addresses } from './addresses.tsx';
import { AuthorizedSites } from './authorized-sites.tsx';
import { Crediting } from './crediting.tsx';
import { Grants } from './grants.tsx';
import { MailSettings } from './mail.tsx';
import { OwnData } from './own-data.tsx';

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
