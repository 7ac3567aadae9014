import { certificatesPath } from '../../contract/pages/certificates.ts';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { FirstZone } from '../account/zone-form.tsx';
import { OwnCertificates } from './own.tsx';
import { Statement } from './statement.tsx';
import { Section } from '../../ui/section.tsx';

/** A person's certificates: a form, the certificate that it would make, and those that they have. */
export function CertificatesPage({ data, frame }: PageProps<'certificates'>) {
  const { words } = useWords();
  const w = words.certificates;
  const faults = { dates: w.badDates, nothing: w.none, 'too-many': w.tooMany };
  return (
    <div class="readable">
      <h1>{w.title}</h1>
      <p class="lead">{w.says}</p>
      <p>
        <a href="/me">{words.me.title}</a>
      </p>
      {data.fault && (
        <Notice kind="fault">
          <p role="alert">{faults[data.fault]}</p>
        </Notice>
      )}
      <Choose data={data} />
      {data.preview && (
        <Section id="preview" title={w.preview}>
          <div class="certificate">
            <Statement certified={data.preview} serviceName={frame.serviceName} />
          </div>
          <form method="post" action={certificatesPath}>
            {Object.entries(data.asked).map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <p>{w.issueSays}</p>
            <button class="button primary">{w.issue}</button>
          </form>
        </Section>
      )}
      <FirstZone visitor={frame.visitor} />
      <OwnCertificates own={data.own} hasPublicPage={data.asked.name !== undefined} />
    </div>
  );
}

/** The period, the projects and the name: sent as an address, which shows the preview. */
function Choose({ data: { asked, projects } }: Pick<PageProps<'certificates'>, 'data'>) {
  const { words } = useWords();
  const w = words.certificates;
  return (
    <Section id="make" title={w.make}>
      <form action={`${certificatesPath}#preview`} class="stack">
        {asked.name === undefined ? (
          <p class="quiet">{w.guarded}</p>
        ) : (
          <div class="field">
            <label for="certificate-name">{w.name}</label>
            <input
              id="certificate-name"
              name="name"
              value={asked.name}
              maxLength={80}
              autocomplete="name"
              aria-describedby="certificate-name-says"
            />
            <p class="quiet" id="certificate-name-says">
              {w.nameSays}
            </p>
          </div>
        )}
        <div class="field-pair">
          <div class="field">
            <label for="certificate-from">{w.from}</label>
            <input id="certificate-from" name="from" type="date" required value={asked.from} />
          </div>
          <div class="field">
            <label for="certificate-to">{w.to}</label>
            <input id="certificate-to" name="to" type="date" required value={asked.to} />
          </div>
        </div>
        <div class="field">
          <label for="certificate-project">{w.project}</label>
          <select id="certificate-project" name="project">
            <option value="">{w.allProjects}</option>
            {projects.map(({ id, title }) => (
              <option value={id} selected={String(id) === asked.project}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <button class="button primary">{w.show}</button>
      </form>
    </Section>
  );
}
