import type { DocsProps } from '../docs-props.ts';
import { embedding, scriptTag } from '../embedding.ts';
import { Picture } from '../picture.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

/** The visitor's profile id in a field of the owner's form. */
export function ApihelperDocs(props: DocsProps) {
  const { apihelper, projectId, baseUrl } = embedding(props);
  const { serviceName } = props.frame;
  return (
    <>
      <p class="lead">
        The form helper fills a field of your form with the visitor’s profile id, once they have agreed. The
        id is sent with the form, and your server records with it: silver, without an email address.
      </p>
      <Section id="steps" title="Step by step">
        <ol>
          <li>
            Add two hidden fields to your form, and name them with CSS selectors. Visitors then see words
            instead of a number:
            <Snippet
              name="apihelper"
              label="The helper in a form"
              code={`<form method="post" action="/submit">
  <label>What did you see? <input name="seen"></label>
  <input type="hidden" id="profile" name="profile">
  <input type="hidden" id="proof" name="proof">
  <button>Send</button>
</form>
${scriptTag(apihelper, {
  'data-profile': '#profile',
  'data-profile-token': '#proof',
  'data-project_id': projectId,
})}`}
            />
          </li>
          <li>
            On your server, send the value of the second field as <code>participant_token</code>:
            <Snippet
              name="apihelper-record"
              label="Recording under the proof"
              code={`curl -X POST "${baseUrl}/api/record_event" \\
  -H "Authorization: Bearer YOUR_API_KEY" \\
  -d participant_token=PROOF_FROM_THE_FORM \\
  -d project_id=${projectId} \\
  -d type=collection`}
            />
          </li>
          <li>Accept the form even if both fields are empty. No one has to have a profile.</li>
        </ol>
      </Section>
      <Section id="proof" title="Why the proof">
        <p>
          A profile id is only a number. A malicious visitor can type someone else’s number into your form and
          have their own contributions credited there. The proof in <code>data-profile-token</code> is signed
          by us for your project and valid for 24 hours: it confirms that someone with this profile agreed on
          that page. It does not confirm who used the device. If you use <code>data-profile</code> alone,
          record with the number only if a wrong credit does no harm.
        </p>
      </Section>
      <Section id="sees" title="What the participant sees">
        <p>
          They see one small button after the field or its label (the field may be hidden). It opens the
          window of {serviceName}; until they agree there, the field stays empty. For visitors who have agreed
          on your site before, the field is filled at once, and one line says so. “Not you?” next to it
          empties the field and forgets that person, for devices that several people use. If no window can
          open, the line links to your project on {serviceName}.
        </p>
        <Picture
          name="helper"
          shows="A form with a question and below it the button: Add my profile; then the form’s own button, Send."
        />
        <Picture
          name="helper-added"
          shows="The same form; in place of the button it says: Your profile is added, with a button: Not you?"
        />
        <p>
          With <code>data-ask="none"</code> there is no such line. The helper then fills the field only for
          visitors who agreed elsewhere on your site, such as in the confirmation message, and “Not you?”
          there empties it.
        </p>
      </Section>
    </>
  );
}
