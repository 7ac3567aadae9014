import type { ComponentType } from 'preact';
import { docsGroups, docsTopics, type DocsTopic } from '../../contract/pages/docs-topics.ts';
import { DocLink, ProjectQuery } from '../../ui/doc-link.tsx';
import { ApihelperDocs } from './embeds/apihelper.tsx';
import { BronzeDocs } from './tiers/bronze.tsx';
import { BuilderDocs } from './embeds/builder.tsx';
import type { DocsProps } from './docs-props.ts';
import { EventsDocs } from './embeds/events.tsx';
import { FinderDocs } from './embeds/finder.tsx';
import { FormToolsDocs } from './tiers/form-tools.tsx';
import { GoldDocs } from './tiers/gold.tsx';
import { HeadlessDocs } from './embeds/headless.tsx';
import { LocalStylesDocs } from './embeds/local-styles.tsx';
import { LookDocs } from './embeds/look.tsx';
import { DocsStart } from './tiers/start.tsx';
import { PrivacyDocs } from './safety/privacy.tsx';
import { SecurityDocs } from './safety/security.tsx';
import { SettingsDocs } from './embeds/settings.tsx';
import { SilverDocs } from './tiers/silver.tsx';
import { SiteBuildersDocs } from './embeds/site-builders.tsx';
import { SinglePageDocs } from './embeds/single-page-apps.tsx';
import { TroubleshootingDocs } from './embeds/troubleshooting.tsx';
import { WebhooksDocs } from './api/webhooks.tsx';
import { WordsDocs } from './embeds/words.tsx';
import { YourSiteDocs } from './embeds/your-site.tsx';

const topics: Record<DocsTopic, ComponentType<DocsProps>> = {
  '': DocsStart,
  bronze: BronzeDocs,
  silver: SilverDocs,
  gold: GoldDocs,
  headless: HeadlessDocs,
  'local-styles': LocalStylesDocs,
  apihelper: ApihelperDocs,
  finder: FinderDocs,
  builder: BuilderDocs,
  settings: SettingsDocs,
  look: LookDocs,
  events: EventsDocs,
  words: WordsDocs,
  'your-site': YourSiteDocs,
  'site-builders': SiteBuildersDocs,
  'form-tools': FormToolsDocs,
  webhooks: WebhooksDocs,
  'single-page-apps': SinglePageDocs,
  privacy: PrivacyDocs,
  security: SecurityDocs,
  troubleshooting: TroubleshootingDocs,
};

/** One page of the documentation for project owners; the list of all pages is next to it, or folded above it. */
export function DocsPage(props: DocsProps) {
  const { topic } = props.data;
  const { title } = docsTopics.find(({ name }) => name === topic) ?? docsTopics[0];
  const Topic = topics[topic];
  const query = /^\d/.test(props.data.projectId) ? `?project_id=${props.data.projectId}` : '';
  return (
    <ProjectQuery.Provider value={query}>
      <div class={`docs guide ${topic === '' ? 'start' : ''}`}>
        <nav aria-label="Documentation" class="guide-pages">
          <details>
            <summary>All pages</summary>
            {(Object.keys(docsGroups) as (keyof typeof docsGroups)[]).map((group) => (
              <>
                <p id={`group-${group}`}>{docsGroups[group]}</p>
                <ul aria-labelledby={`group-${group}`}>
                  {docsTopics
                    .filter((one) => one.group === group)
                    .map(({ name, title: text }) => (
                      <li>
                        <DocLink to={name} current={name === topic}>
                          {text}
                        </DocLink>
                      </li>
                    ))}
                  {group === 'reference' && (
                    <li>
                      <DocLink to="api">API reference</DocLink>
                    </li>
                  )}
                </ul>
              </>
            ))}
          </details>
        </nav>
        <article>
          {topic !== '' && (
            <p class="up">
              <DocLink to="">For project owners</DocLink>
            </p>
          )}
          <h1>{title}</h1>
          <Topic {...props} />
        </article>
      </div>
    </ProjectQuery.Provider>
  );
}
