import { certificatesPath } from '../../contract/pages/certificates.ts';
import { Notice } from '../../ui/notice.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { FirstZone } from '../account/zone-form.tsx';
import { ProjectName } from '../me/project-name.tsx';
import { OwnCertificates } from './own.tsx';
import { Statement } from './statement.tsx';
import { Field } from '../../ui/forms/text-field.tsx';
import { Section } from '../../ui/section.tsx';

/** A person's certificates: a form, the certificate that it would make, and those that they have. */
export function CertificatesPage({ data, frame }: PageProps<'certificates'>) {
  const { words, duration } = useWords();
  const w = words.certificates;
  const faults = { dates: w.badDates, until: w.badUntil, nothing: w.none, 'too-many': w.tooMany };
  return (
    <div class="readable">
      <h1>{w.title}</h1>
      <p class="lead">{w.says}</p>
      <p>
        <a href="/me">{words.me.title}</a>
      </p>
      <Notice kind="fault" says={data.fault && faults[data.fault]} />
      <Choose data={data} />
      {data.preview && (
        <Section id="preview" title={w.preview}>
          <div class="certificate">
            <Statement certified={data.preview} serviceName={frame.serviceName} />
          </div>
          {data.overlapping?.map(({ project, hours }) => (
            <SaidParagraph
              text={w.overlapping}
              of={{
                hours: duration(hours),
                project: <ProjectName project={project} />,
              }}
            />
          ))}
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
          <Field id="certificate-name" name="name" label={w.name} says={w.nameSays}>
            {(control) => <input {...control} value={asked.name} maxLength={80} autocomplete="name" />}
          </Field>
        )}
        <div class="field-pair">
          <Field id="certificate-from" name="from" label={w.from}>
            {(control) => <input {...control} type="date" required value={asked.from} />}
          </Field>
          <Field id="certificate-to" name="to" label={w.to}>
            {(control) => <input {...control} type="date" required value={asked.to} />}
          </Field>
        </div>
        {projects.length > 1 && <ChooseProjects projects={projects} chosen={asked.projects} />}
        <Field id="certificate-until" name="until" label={w.until}>
          {(control) => <input {...control} type="date" value={asked.until} />}
        </Field>
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
