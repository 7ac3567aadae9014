import type { ComponentChildren } from 'preact';
import { certificatesPath } from '../../contract/pages/certificates.ts';
import { Dots } from '../../ui/drawings/dots.tsx';
import { DocLink } from '../../ui/doc-link.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { QrCode } from '../../ui/drawings/qr-code.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { ProgrammeLink, Rule } from '../programmes/rule.tsx';
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
  if (data.state === 'award') return <AwardPage data={data} frame={frame} />;
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
      <Badge badge={badge} address={address} isOwn={isOwn} serviceName={serviceName}>
        <ExternalLink href={linkedInAddress(w.title, serviceName, issued, address)}>
          {w.linkedIn}
        </ExternalLink>
      </Badge>
    </>
  );
}

type BadgeProps = {
  badge: string;
  address: string;
  isOwn: boolean;
  serviceName: string;
  children?: ComponentChildren;
};

/** The files of the badge; its holder also gets what a wallet needs. */
function Badge({ badge, address, isOwn, serviceName, children }: BadgeProps) {
  const { words, say } = useWords();
  const w = words.certificate;
  return (
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
          {children && <p>{children}</p>}
        </>
      )}
    </section>
  );
}

type AwardData = Extract<PageProps<'certificate'>['data'], { state: 'award' }>;

/** The page of an award, which says no more than that its rule is fulfilled. */
function AwardPage({
  data,
  frame: { serviceName },
}: {
  data: AwardData;
  frame: PageProps<'certificate'>['frame'];
}) {
  const { words, say } = useWords();
  const w = words.certificate;
  const { programme, holder, address, badge, qr, isOwn } = data;
  const { lang } = programme;
  return (
    <>
      <article class="certificate">
        <header class="certificate-head">
          <Dots count={21} class="mark" />
          <p class="certificate-service">{serviceName}</p>
          <h1>{w.award}</h1>
        </header>
        <p class="certificate-name">
          {holder === '' ? say(w.member, { service: serviceName }) : <bdi>{holder}</bdi>}
        </p>
        <p class="certificate-did">{w.fulfils}</p>
        <p class="certificate-period">
          <ProgrammeLink programme={programme} />
        </p>
        <p class="certificate-name" dir="auto" lang={lang}>
          {programme.award}
        </p>
        <Rule rule={programme.rule} />
        <div class="certificate-check">
          <QrCode qr={qr} label={w.qr} />
          <div>
            <p>
              <strong class="badge">{w.valid}</strong>{' '}
              <Said
                text={w.awardSays}
                of={{ service: serviceName, programme: <bdi lang={lang}>{programme.name}</bdi> }}
              />{' '}
              {holder !== '' && w.nameSays}
            </p>
            <p>
              {w.check} <a href={address}>{address}</a>
            </p>
          </div>
        </div>
      </article>
      {isOwn && (
        <form method="post" action={`${programme.path}/name`} class="stack no-print">
          <div class="field">
            <label for="award-name">{words.certificates.name}</label>
            <input id="award-name" name="name" maxLength={80} value={holder} autocomplete="name" />
          </div>
          <div class="answers">
            <button class="button plain">{w.nameOn}</button>
            {holder !== '' && (
              <button class="button plain" name="act" value="remove">
                {w.takeOff}
              </button>
            )}
          </div>
        </form>
      )}
      <Badge badge={badge} address={address} isOwn={isOwn} serviceName={serviceName} />
    </>
  );
}
