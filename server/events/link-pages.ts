/** The links of a project for form tools and for print: signed, and as a QR code. For its managers. */
import type { ProjectHead } from '../../src/contract/pages.ts';
import { foundAt } from '../http/found-by-number.ts';
import type { PageHandlers } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { signedIn } from '../http/signed-in.ts';
import { qrCode } from '../text/qr-code.ts';
import type { SignedLinks } from './signed-links.ts';

export type LinkPages = {
  baseUrl: string;
  signedLinks: SignedLinks;
  openHead: (projectId: number) => Promise<ProjectHead | undefined>;
  manages: (projectId: number, accountId: number) => Promise<boolean>;
};

export const linkPages = ({ baseUrl, signedLinks, openHead, manages }: LinkPages): PageHandlers => ({
  'GET /project/:project/links': signedIn(async ({ params, visitor }) => {
    const project = await foundAt(params['project'], openHead);
    if (!project || !(await manages(project.id, visitor.accountId)))
      throw new Refusal('not_found', 'There is nothing at this address.');
    const address = `${baseUrl}/confirm/${project.id}?type=collection`;
    return {
      name: 'links',
      title: `Links for ${project.title}`,
      data: { project, address, form: signedLinks.sign(project.id), qr: qrCode(address) },
    };
  }),
});
