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
  const faults = { dates: w.badDates, until: w.badUntil, nothing: w.none, 'too-many': w.tooMany };
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
            {hiddenFields(data.asked).map(([name, value]) => (
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

const mostUnfolded = 10;

/** The fields of the form again, for the button below its preview. */
const hiddenFields = ({
  projects,
  ...asked
}: PageProps<'certificates'>['data']['asked']): [string, string][] => [
  ...Object.entries(asked),
  ...projects.map((id): [string, string] => [`project-${id}`, 'on']),
];

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
        {projects.length > 1 && <ChooseProjects projects={projects} chosen={asked.projects} />}
        <div class="field">
          <label for="certificate-until">{w.until}</label>
          <input id="certificate-until" name="until" type="date" value={asked.until} />
        </div>
        <button class="button primary">{w.show}</button>
      </form>
    </Section>
  );
}

type ChooseProps = { projects: PageProps<'certificates'>['data']['projects']; chosen: number[] };

/** A long list is folded, with none chosen. */
function ChooseProjects({ projects, chosen }: ChooseProps) {
  const w = useWords().words.certificates;
  const all = (
    <fieldset class="checks">
      <legend>{w.only}</legend>
      {projects.map(({ id, title }) => (
        <label class="check">
          <input type="checkbox" name={`project-${id}`} checked={chosen.includes(id)} />
          <bdi>{title}</bdi>
        </label>
      ))}
    </fieldset>
  );
  if (projects.length <= mostUnfolded) return all;
  return (
    <details open={chosen.length > 0}>
      <summary>{w.only}</summary>
      {all}
    </details>
  );
}
