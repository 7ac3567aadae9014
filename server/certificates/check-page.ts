/** The page of a certificate, by which others check it. */
import type { PageHandlers } from '../http/pages.ts';
import { qrCode } from '../text/qr-code.ts';
import { certified, isAward, pathOf, type ProjectsSaid } from './certified.ts';
import type { CertificateStore } from './store.ts';

type CheckPageDeps = { baseUrl: string; certificates: CertificateStore; said: ProjectsSaid };

const title = 'Certificate of contributions to citizen science';

export const checkPage = ({ baseUrl, certificates, said }: CheckPageDeps): PageHandlers => ({
  'GET /certificate/:token': async ({ params, visitor, lang, now }) => {
    const token = params['token'] ?? '';
    const certificate = await certificates.byToken(token, now);
    if (!certificate) return { name: 'certificate', title, status: 404, data: { state: 'unknown' } };
    if ('endedAt' in certificate) {
      const ended = new Date(certificate.endedAt).toISOString();
      return { name: 'certificate', title, status: 410, data: { state: 'ended', ended } };
    }
    const isOwn = visitor !== undefined && visitor.accountId === certificate.accountId;
    if (!isOwn) await certificates.countRead({ id: certificate.id });
    const address = `${baseUrl}${pathOf(token)}`;
    const shared = { address, badge: `${pathOf(token)}/badge`, qr: qrCode(address), isOwn };
    if (isAward(certificate)) {
      const awarded = await said.awarded(certificate, now, lang);
      if (!awarded) return { name: 'certificate', title, status: 404, data: { state: 'unknown' } };
      const { programme } = awarded;
      const { holder } = certificate.statement;
      return {
        name: 'certificate',
        title: programme.name,
        data: { state: 'award', holder, programme, ...shared },
      };
    }
    return {
      name: 'certificate',
      title,
      data: {
        state: 'valid',
        certified: await certified(certificate.statement, said, lang),
        issued: new Date(certificate.createdAt).toISOString(),
        ...shared,
        ...(certificate.untilAt !== null && { until: new Date(certificate.untilAt - 1).toISOString() }),
      },
    };
  },
});
