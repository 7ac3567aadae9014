import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { formLinks, pasted } from './form-links.ts';
import { Snippet } from '../../../ui/snippet.tsx';
import { Tried } from '../tried.tsx';
import { Section } from '../../../ui/section.tsx';

/** Guides for form tools, in whose thank-you texts only a link can stand. */
export function FormToolsDocs({ data: { projectId }, frame: { baseUrl } }: DocsProps) {
  return (
    <>
      <p class="lead">
        Form tools let no script into their thank-you page. Put a link there, to the confirmation page of
        ours: the participant signs in or joins, and presses a button. The link alone records nothing.
      </p>
      <p>
        <code>ref</code> is the number of the submission, which the tool fills in: each is credited once for a
        person. Managers of a project find the same links on its Tools tab, also with a signature, so that{' '}
        <strong>each number counts once in all</strong>, and as a QR code for print.
      </p>
      {formLinks.map((tool) => (
        <section aria-labelledby={tool.name}>
          <h2 id={tool.name}>{tool.title}</h2>
          <ol>
            {tool.steps.map((step) => (
              <li>{step}</li>
            ))}
          </ol>
          <Snippet
            name={`form-${tool.name}`}
            label={`The link for ${tool.title}`}
            code={pasted(tool, `${baseUrl}/confirm/${projectId}?type=collection`)}
          />
          <Tried says={tool.tried} />
        </section>
      ))}
      <Section id="counts" title="How it counts">
        <p>
          Stats show such contributions as reported by a link, apart from those that your server or the
          message reported. A placeholder that the tool leaves as it is counts as no number: participants are
          credited all the same, and Tools shows what arrived. If you can export the answers with email
          addresses that participants agreed to share, <DocLink to="silver">silver</DocLink> credits them
          without a click.
        </p>
      </Section>
    </>
  );
}
