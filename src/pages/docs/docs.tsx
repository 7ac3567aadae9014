import type { ComponentType } from 'preact';
import { docsTopics, type DocsTopic } from '../../contract/docs-topics.ts';
import { DocLink, ProjectQuery } from './doc-link.tsx';
import { ApihelperDocs } from './apihelper.tsx';
import { BronzeDocs } from './bronze.tsx';
import { BuilderDocs } from './builder.tsx';
import type { DocsProps } from './docs-props.ts';
import { EventsDocs } from './events.tsx';
import { FinderDocs } from './finder.tsx';
import { FormToolsDocs } from './form-tools.tsx';
import { GoldDocs } from './gold.tsx';
import { HeadlessDocs } from './headless.tsx';
import { LocalStylesDocs } from './local-styles.tsx';
import { LookDocs } from './look.tsx';
import { DocsStart } from './start.tsx';
import { PrivacyDocs } from './privacy.tsx';
import { SecurityDocs } from './security.tsx';
import { SettingsDocs } from './settings.tsx';
import { SilverDocs } from './silver.tsx';
import { SiteBuildersDocs } from './site-builders.tsx';
import { SinglePageDocs } from './single-page-apps.tsx';
import { TroubleshootingDocs } from './troubleshooting.tsx';
import { WebhooksDocs } from './webhooks.tsx';
import { WordsDocs } from './words.tsx';
import { YourSiteDocs } from './your-site.tsx';

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

/** One page of the documentation for project owners, with a list of all pages next to it or below it. */
export function DocsPage(props: DocsProps) {
  const { topic } = props.data;
  const { title } = docsTopics.find(({ name }) => name === topic) ?? docsTopics[0];
  const Topic = topics[topic];
  const query = /^\d/.test(props.data.projectId) ? `?project_id=${props.data.projectId}` : '';
  return (
    <ProjectQuery.Provider value={query}>
      <div class={`docs guide ${topic === '' ? 'start' : ''}`}>
        <article>
          {topic !== '' && (
            <p class="up">
              <DocLink to="">For project owners</DocLink>
            </p>
          )}
          <h1>{title}</h1>
          <Topic {...props} />
        </article>
        <nav aria-label="Documentation" class="guide-pages">
          <ul>
            {docsTopics.map(({ name, title: text }) => (
              <li>
                <DocLink to={name} current={name === topic}>
                  {text}
                </DocLink>
              </li>
            ))}
            <li>
              <DocLink to="api">API reference</DocLink>
            </li>
          </ul>
        </nav>
      </div>
    </ProjectQuery.Provider>
  );
}
