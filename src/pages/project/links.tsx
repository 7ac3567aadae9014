import { CopyField } from '../../ui/copy-field.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { QrCode } from '../../ui/drawings/qr-code.tsx';
import { formLinks, pasted } from '../docs/tiers/form-links.ts';
import type { PageProps } from '../page.ts';
import { ManagedHead } from './managed-head.tsx';

/** Links to the hosted confirmation, for form tools and for print. */
export function LinksPage({ data: { project, address, form, qr } }: PageProps<'links'>) {
  const w = useWords().words.links;
  return (
    <>
      <ManagedHead project={{ ...project, tabs: { isOpen: true } }} current="tools" title={w.title} />
      <h2>{w.title}</h2>
      <p class="lead">{w.lead}</p>
      <section aria-labelledby="tools">
        <h3 id="tools">{w.tools}</h3>
        <SaidParagraph text={w.toolsSay} of={{ where: <a href="/docs/form-tools">{w.where}</a> }} />
        {formLinks
          .filter(({ placeholder }) => placeholder !== undefined)
          .map((tool) => (
            <CopyField
              key={tool.name}
              label={tool.title}
              value={pasted(tool, `${address}&form=${form}`)}
              kind="block"
            />
          ))}
      </section>
      <section aria-labelledby="print">
        <h3 id="print">{w.print}</h3>
        <p>{w.printSays}</p>
        <CopyField label={w.link} value={address} kind="block" />
        <QrCode qr={qr} label={w.qr} />
      </section>
    </>
  );
}
