import { CopyField } from '../../ui/copy-field.tsx';
import { QrCode } from '../../ui/drawings/qr-code.tsx';
import { formLinks, pasted } from '../docs/tiers/form-links.ts';
import type { PageProps } from '../page.ts';
import { ManagedHead } from './managed-head.tsx';

/** Links to the hosted confirmation, for form tools and for print. */
export function LinksPage({ data: { project, address, form, qr } }: PageProps<'links'>) {
  return (
    <>
      <ManagedHead
        project={{ ...project, tabs: { isOpen: true } }}
        current="tools"
        title="Links and QR code"
      />
      <h2>Links and QR code</h2>
      <p class="lead">
        For places where no script can go. A link leads to a page of ours, on which the participant presses a
        button; the link alone records nothing.
      </p>
      <section aria-labelledby="tools">
        <h3 id="tools">For form tools</h3>
        <p>
          The tool fills in the number of each submission. These links are signed: each number counts once in
          all, for the first person who presses the button. <a href="/docs/form-tools">Where they go</a>
        </p>
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
        <h3 id="print">For print, mails, and tools without numbers</h3>
        <p>Without a number, each visit is credited once.</p>
        <CopyField label="The link" value={address} kind="block" />
        <QrCode qr={qr} label="QR code of the link" />
      </section>
    </>
  );
}
