import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding } from '../embedding.ts';
import { Snippet } from '../../../ui/snippet.tsx';
import { Tried } from '../tried.tsx';
import { Section } from '../../../ui/section.tsx';

/** Guides for systems in which owners cannot write a whole page. */
export function SiteBuildersDocs(props: DocsProps) {
  const { message, projectId, finder } = embedding(props);
  return (
    <>
      <p class="lead">
        Where the script goes in site builders, and which of them need the form with the settings in the
        address. <a href="/builder">The builder</a> writes both forms;{' '}
        <a href="/builder/check">Check my page</a> then reads your page. WordPress and frameworks are in{' '}
        <DocLink to="your-site">Your site</DocLink>.
      </p>
      <Section id="form" title="The two lines to use">
        <p>The message for your thank-you page, and the finder for any page, with settings in the address:</p>
        <Snippet
          name="site-builder-message"
          label="The message"
          code={`<script src="${message}?project_id=${projectId}&amp;type=collection" async></script>`}
        />
        <Snippet
          name="site-builder-finder"
          label="The finder"
          code={`<script src="${finder}?topic=Birds" async></script>`}
        />
      </Section>
      <Section id="squarespace" title="Squarespace">
        <ol>
          <li>Edit the page, add a block of the kind Code, and keep its language HTML.</li>
          <li>Paste the line, and switch “Display source” off.</li>
          <li>
            Save, and look at the page in a private window: Squarespace does not run scripts while you edit.
          </li>
          <li>
            A form block shows its thanks in place. Set its “post-submit” to redirect to a thank-you page, and
            put the message there.
          </li>
        </ol>
        <Tried says="that the line works where attributes are dropped and scripts are inserted late; not Squarespace itself, for which we have no account. Scripts need one of its plans that allow code." />
      </Section>
      <Section id="wix" title="Wix">
        <ol>
          <li>
            Wix puts an “Embed HTML” element into a frame of another site: the message has no registered
            origin there, and the finder cannot grow. Use “Custom code” in the settings of the site instead,
            for the one page, at the end of the body.
          </li>
          <li>
            Add <code>&amp;placement=corner</code> to the address of the message, because custom code has no
            place of its own on the page.
          </li>
          <li>
            For the finder, embed the frame of <DocLink to="finder#frame">the finder</DocLink> as an “Embed a
            site” element.
          </li>
        </ol>
        <Tried says="the message in the corner, and the finder in a sandboxed frame; not Wix itself. Custom code needs a plan with a domain of your own." />
      </Section>
      <Section id="webflow" title="Webflow">
        <ol>
          <li>Add a Code Embed element where it should appear, and paste the line.</li>
          <li>
            A form of Webflow shows its success message in place, hidden until then: put the Code Embed into
            that success message. The message waits until it is seen.
          </li>
          <li>Publish: the designer shows no scripts.</li>
        </ol>
        <Tried says="a thank-you box that is hidden until the form is sent; not Webflow itself." />
      </Section>
      <Section id="gtm" title="Google Tag Manager">
        <ol>
          <li>
            Use the form of <DocLink to="your-site#tag-managers">tag managers</DocLink>: an empty element in
            the page, and a tag of the kind Custom HTML.
          </li>
          <li>Trigger it on the thank-you page only, once per page.</li>
          <li>
            If you use Consent Mode, give the tag the consent that your policy asks for; until then add{' '}
            <code>&amp;consent=required</code> and fire <code>manyhands:consent</code>.
          </li>
        </ol>
        <Tried says="the tag’s HTML, inserted by a script as tag managers do it, in Chromium, Firefox and WebKit; not a container of Google’s." />
      </Section>
      <Section id="drupal" title="Drupal">
        <ol>
          <li>
            Text formats remove scripts, and should. Add a block of the kind “Custom block” with a text format
            that only administrators may use and that allows <code>&lt;script&gt;</code>, and show it on the
            thank-you page only.
          </li>
          <li>
            With Webform: set the confirmation to a page, or put the line into the confirmation message with
            that format; <code>data-event_id="[webform_submission:uuid]"</code> names the submission.
          </li>
          <li>
            In a theme, the attributes may stay; with the module CSP, add our address to{' '}
            <code>script-src</code> and <code>connect-src</code>.
          </li>
        </ol>
        <Tried says="the lines; not a Drupal site." />
      </Section>
    </>
  );
}
