import type { ComponentType } from 'preact';
import { docsGroups, docsTopics, type DocsTopic } from '../../contract/pages/docs-topics.ts';
import { DocLink, ProjectQuery } from '../../ui/doc-link.tsx';
import Apihelper from './embeds/apihelper.mdx';
import Badges from './safety/badges.mdx';
import Bronze from './tiers/bronze.mdx';
import Builder from './embeds/builder.mdx';
import type { DocsProps } from './docs-props.ts';
import Events from './embeds/events.mdx';
import Finder from './embeds/finder.mdx';
import FormTools from './tiers/form-tools.mdx';
import Gold from './tiers/gold.mdx';
import Headless from './embeds/headless.mdx';
import LocalStyles from './embeds/local-styles.mdx';
import Look from './embeds/look.mdx';
import { embedding } from './embedding.ts';
import { inTexts } from './in-texts.tsx';
import { DocsStart } from './tiers/start.tsx';
import Groups from './safety/groups.mdx';
import Programmes from './safety/programmes.mdx';
import Privacy from './safety/privacy.mdx';
import Security from './safety/security.mdx';
import Settings from './embeds/settings.mdx';
import Silver from './tiers/silver.mdx';
import SiteBuilders from './embeds/site-builders.mdx';
import SinglePageApps from './embeds/single-page-apps.mdx';
import Troubleshooting from './embeds/troubleshooting.mdx';
import Webhooks from './api/webhooks.mdx';
import Words from './embeds/words.mdx';
import YourSite from './embeds/your-site.mdx';

const texts: Record<Exclude<DocsTopic, ''>, ComponentType<Record<string, unknown>>> = {
  bronze: Bronze,
  silver: Silver,
  gold: Gold,
  headless: Headless,
  'local-styles': LocalStyles,
  apihelper: Apihelper,
  finder: Finder,
  builder: Builder,
  settings: Settings,
  look: Look,
  events: Events,
  words: Words,
  'your-site': YourSite,
  'site-builders': SiteBuilders,
  'form-tools': FormTools,
  webhooks: Webhooks,
  'single-page-apps': SinglePageApps,
  programmes: Programmes,
  groups: Groups,
  badges: Badges,
  privacy: Privacy,
  security: Security,
  troubleshooting: Troubleshooting,
};

/** One page of the documentation for project owners; the list of all pages is next to it, or folded above it. */
export function DocsPage(props: DocsProps) {
  const { topic } = props.data;
  const { title } = docsTopics.find(({ name }) => name === topic) ?? docsTopics[0];
  const Text = topic !== '' && texts[topic];
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
          {Text ? (
            <Text components={inTexts} query={query} {...props.frame} {...props.data} {...embedding(props)} />
          ) : (
            <DocsStart {...props} />
          )}
        </article>
      </div>
    </ProjectQuery.Provider>
  );
}
