import { certificatesPath } from '../../contract/pages/certificates.ts';
import { Dots } from '../../ui/drawings/dots.tsx';
import { DocLink } from '../../ui/doc-link.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { QrCode } from '../../ui/drawings/qr-code.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { Statement } from './statement.tsx';

const badgeFiles = ['png', 'svg', 'json', 'jwt'] as const;

/** The form of LinkedIn for a certificate, filled in. */
const linkedInAddress = (name: string, organisation: string, issued: string, address: string) =>
  `https://www.linkedin.com/profile/add?${new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name,
    organizationName: organisation,
    issueYear: issued.slice(0, 4),
    issueMonth: String(Number(issued.slice(5, 7))),
    certUrl: address,
  })}`;

/** The page of a certificate: to be printed by its holder, and opened by everybody who checks it. */
export function CertificatePage({ data, frame }: PageProps<'certificate'>) {
  const { words, say, date } = useWords();
  const w = words.certificate;
  const { serviceName } = frame;
  if (data.state !== 'valid')
    return (
      <div class="narrow">
        <h1>{data.state === 'ended' ? w.ended : w.unknown}</h1>
        {data.state === 'ended' && <p role="alert">{say(w.endedSays, { date: date(data.ended) })}</p>}
      </div>
    );
  const { certified, issued, address, badge, qr, isOwn, until } = data;
  return (
    <>
      <article class="certificate">
        <header class="certificate-head">
          <Dots count={21} class="mark" />
          <p class="certificate-service">{serviceName}</p>
          <h1>{w.title}</h1>
        </header>
        <Statement certified={certified} serviceName={serviceName} />
        <div class="certificate-check">
          <QrCode qr={qr} label={w.qr} />
          <div>
            <p>
              <strong class="badge">{w.valid}</strong>{' '}
              {say(w.validSays, { service: serviceName, date: date(issued) })}{' '}
              {until !== undefined && say(w.until, { date: date(until) })}
            </p>
            <p>
              {w.check} <a href={address}>{address}</a>
            </p>
          </div>
        </div>
      </article>
      {isOwn && (
        <p class="no-print">
          {w.print} <a href={certificatesPath}>{w.yours}</a>
        </p>
      )}
      <section class="no-print">
        <h2>{w.badge}</h2>
        <p>
          {say(w.badgeSays, { service: serviceName })} <DocLink to="badges">{w.verifiers}</DocLink>
        </p>
        <ul class="chips">
          {badgeFiles.map((format) => (
            <li>
              <a class="chip" href={`${badge}.${format}`} download>
                {format.toUpperCase()}
              </a>
            </li>
          ))}
        </ul>
        {isOwn && (
          <>
            <Snippet name="wallet" label={w.wallet} code={`${address}/badge.json`} />
            <p>
              <ExternalLink href={linkedInAddress(w.title, serviceName, issued, address)}>
                {w.linkedIn}
              </ExternalLink>
            </p>
          </>
        )}
      </section>
    </>
  );
}
