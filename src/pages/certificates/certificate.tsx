import { certificatesPath } from '../../contract/pages/certificates.ts';
import { Dots } from '../../ui/drawings/dots.tsx';
import { QrCode } from '../../ui/drawings/qr-code.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { Statement } from './statement.tsx';

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
  const { certified, issued, address, badge, qr, isOwn } = data;
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
              {say(w.validSays, { service: serviceName, date: date(issued) })}
            </p>
            <p>
              {w.check} <a href={address}>{address}</a>
            </p>
          </div>
        </div>
      </article>
      <p class="no-print">
        <a href={badge} download>
          {w.badge}
        </a>
        <br />
        <span class="quiet">{say(w.badgeSays, { service: serviceName })}</span>
      </p>
      {isOwn && (
        <p class="no-print">
          {w.print} <a href={certificatesPath}>{w.yours}</a>
        </p>
      )}
    </>
  );
}
