import { finderHeight } from '../../../embed-code/reserved-space.ts';
import { frameTag } from '../../../embed-code/frame.ts';
import { scriptTag } from '../../../embed-code/script-tag.ts';
import { attributes } from '../../../attributes/meanings.ts';
import { DocTable } from '../doc-table.tsx';
import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding } from '../embedding.ts';
import { finderEvents, finderParts } from './finder-names.ts';
import { Prose } from '../../../ui/prose.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

const shape = { layout: 'list', count: 6, hasHeading: true, hasForm: true, hasNearMe: false } as const;

/** A script in its room, with the plain link that it replaces. */
const inRoom = (height: number, script: string, link: string) =>
  `<div style="min-height: ${height}px; margin: 1em 0">\n${`${script}\n${link}`.replace(/^/gm, '  ')}\n</div>`;

/** Projects of the directory on an owner's page. */
export function FinderDocs(props: DocsProps) {
  const { finder, projectId, baseUrl } = embedding(props);
  const { serviceName } = props.frame;
  const link = (query: string) => `<a href="${baseUrl}/finder${query}">Projects on ${serviceName}</a>`;
  const rows = attributes.filter(({ takenBy }) => takenBy.includes('finder'));
  return (
    <>
      <p class="lead">
        The finder shows projects of {serviceName} on any page: one project, projects that you choose, or a
        search. It needs no key, records nothing, and shows only what the directory shows to everyone.{' '}
        <a href="/builder?embed=finder">The builder</a> makes the snippet, with a live preview.
      </p>
      <Section id="search" title="A search">
        <p>Visitors can search on with words of their own; what you preset stays in force.</p>
        <Snippet
          name="finder"
          label="Projects about birds"
          code={inRoom(
            finderHeight(shape),
            scriptTag(finder, { 'data-topic': 'Birds' }),
            link('?topic=Birds'),
          )}
        />
      </Section>
      <Section id="one" title="One project, with a heading">
        <Snippet
          name="finder-one"
          label="One project"
          code={inRoom(
            finderHeight({ ...shape, count: 1, hasForm: false }),
            scriptTag(finder, { 'data-projects': projectId, 'data-title': 'Join our project' }),
            link(''),
          )}
        />
        <p>
          Several numbers with commas between them show those projects, in your order. A project that is
          hidden or not published is left out.
        </p>
      </Section>
      <Section id="saved" title="A saved widget">
        <p>
          <a href="/builder?embed=finder">The builder</a> can save a finder under a number. Your page then has
          only that number: you change the finder in the builder, and every page follows within a minute.
        </p>
        <Snippet
          name="finder-saved"
          label="A finder by its number"
          code={inRoom(finderHeight(shape), scriptTag(finder, { 'data-widget': 'YOUR_WIDGET' }), link(''))}
        />
        <p>
          <a href="/widgets">Its page</a> shows views and clicks for each site and day; they are counts, and
          nothing tells one visitor from another. You can copy a widget, invite others to manage it, hand it
          over, and delete it: pages then say that the list was removed and link to the directory, and for 30
          days you can put it back. Take the snippet again when a widget became higher, since the snippet
          keeps its room.
        </p>
      </Section>
      <Section id="frame" title="Where no script can go">
        <p>
          A frame shows a saved widget, or a search in its address. It works in a sandbox, too, with{' '}
          <code>allow-scripts allow-popups</code>. The builder has the line with the right height, and a
          script that follows the height where the page may have one.
        </p>
        <Snippet
          name="finder-frame"
          label="A frame"
          code={frameTag({
            src: `${baseUrl}/widget?topic=Birds`,
            title: `Projects on ${serviceName}`,
            height: finderHeight(shape),
          })}
        />
        <p>
          Editors that know oEmbed make the frame from the address of a project’s page or of{' '}
          <code>/widget/42</code>. The endpoint is <code>{baseUrl}/oembed</code>; both kinds of page link to
          it.
        </p>
      </Section>
      <Section id="settings" title="Settings">
        <DocTable
          label="Settings of the finder"
          heads={['Attribute', 'Values', 'Meaning']}
          rows={rows.map(({ name, says, wants, values, fallback }) => [
            <code>data-{name}</code>,
            values?.map((value) => (value === fallback ? `${value} (usual)` : value)).join(', ') ?? wants,
            <Prose text={says} />,
          ])}
        />
        <p>
          They also work in the script’s address, and on the element <code>&lt;manyhands-finder&gt;</code>, as{' '}
          <DocLink to="settings#query">for the message</DocLink>.
        </p>
      </Section>
      <Section id="room" title="Room">
        <p>
          The finder’s height follows from its settings alone: no language, font or screen changes it, and it
          keeps the room of the first page whatever it finds. So nothing on your page moves, if the element
          around it has that height. The builder writes it into the snippet. The link in the snippet is for
          browsers and systems without scripts; the finder takes its place.
        </p>
      </Section>
      <Section id="events" title="Events">
        <p>The element fires two events. Both bubble, so that one listener on the document is enough.</p>
        <DocTable
          label="Events of the finder"
          heads={['Event', 'When', 'detail']}
          rows={Object.entries(finderEvents).map(([name, { when, detail }]) => [
            <code>{name}</code>,
            when,
            <code>{detail}</code>,
          ])}
        />
        <Snippet
          name="finder-events"
          label="Follow what visitors open"
          code={`<script>
  document.addEventListener('opened', ({ detail }) => {
    console.log('opened', detail.project_id);
  });
</script>`}
        />
      </Section>
      <Section id="look" title="Look">
        <p>
          It takes <DocLink to="look">the custom properties</DocLink> of the message, set on{' '}
          <code>manyhands-finder</code> or above; its usual width is that of its place. These are its parts:
        </p>
        <DocTable
          label="Parts of the finder"
          heads={['Part', 'What it is']}
          rows={Object.entries(finderParts).map(([name, says]) => [<code>{name}</code>, says])}
        />
      </Section>
      <Section id="privacy" title="Privacy">
        <p>
          The finder asks us for projects when it comes into view, and pictures come from us, too. It sends no
          cookie, and nothing about the visitor except what they type, and where they are if they press “Near
          me” and agree in their browser: to about a kilometre. With <code>data-consent="required"</code> it
          asks for nothing before your page <DocLink to="events">allows it</DocLink>. Under a content security
          policy it needs <code>script-src</code>, <code>connect-src</code> and, for the pictures,{' '}
          <code>img-src</code> with <code>{baseUrl}</code>.
        </p>
      </Section>
    </>
  );
}
