import type { PageData } from '../../contract/pages.ts';
import { CopyField } from '../../ui/copy-field.tsx';

const tierNames = { gold: 'Gold', silver: 'Silver', bronze: 'Bronze' } as const;

/** What an owner copies into their own site. */
export function Tools({ tools }: { tools: NonNullable<PageData['project']['tools']> }) {
  const { projectId, origins, snippets } = tools;
  return (
    <div class="tools">
      <section aria-labelledby="project-id">
        <h2 id="project-id">Project ID Code</h2>
        <p>
          Your project’s number, sent as <code>project_id</code> with every contribution. It never changes.
        </p>
        <CopyField label="Project ID Code" value={String(projectId)} kind="code" />
      </section>

      <section aria-labelledby="snippets">
        <h2 id="snippets">Snippets</h2>
        <p>Put the confirmation message on the page that participants see right after they contributed.</p>
        {snippets.map(({ tier, title, note, code }) => (
          <article class={`card snippet tier-${tier}`}>
            <h3>
              <span class="badge">{tierNames[tier]}</span> {title}
            </h3>
            <p>{note}</p>
            <CopyField label={`${tierNames[tier]} snippet`} value={code} kind="block" />
          </article>
        ))}
      </section>

      <section aria-labelledby="origins">
        <h2 id="origins">Registered origins</h2>
        {origins.length === 0 ? (
          <p>None yet. The origin of your project’s own address is registered when it is published.</p>
        ) : (
          <>
            <p>Only pages of these origins may ask participants to credit this project.</p>
            <ul class="rows">
              {origins.map(({ origin, how }) => (
                <li>
                  <code>{origin}</code> <span class="quiet">{how}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}
