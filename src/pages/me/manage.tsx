import type { PageData } from '../../contract/pages.ts';
import { Addresses } from './addresses.tsx';
import { AuthorizedSites } from './authorized-sites.tsx';
import { Crediting } from './crediting.tsx';
import { Grants } from './grants.tsx';

/** The decisions of a person: credit for each project, removals, grants and addresses. */
export const Manage = ({ data, serviceName }: { data: PageData['me']; serviceName: string }) => (
  <section aria-labelledby="manage" class="manage">
    <h2 id="manage">Manage</h2>
    <Crediting projects={data.projects} />
    <Grants grants={data.grants} serviceName={serviceName} />
    <AuthorizedSites sites={data.sites} />
    <Addresses addresses={data.addresses} />
  </section>
);
