/** The operations that the embeds call from partner pages. */
import { languageOf } from '../text/languages.ts';
import type { SiteApi } from '../../src/contract/site.ts';
import type { Handlers } from '../http/mount.ts';
import { badField } from '../http/refusal.ts';
import type { EmbedDeps } from './deps.ts';
import { embedCrediting } from './embed-crediting.ts';
import { embedJoining } from './embed-joining.ts';
import { embedPage } from './embed-page.ts';
import { notingSigns } from './note-signs.ts';

/** The finder widget's operations are the finder's own. */
export type CreditingSite = Omit<SiteApi, 'GET /embed/finder' | 'POST /embed/widget'>;

export function embedHandlers(deps: EmbedDeps): Handlers<CreditingSite> {
  const page = embedPage(deps);
  const handlers = {
    ...embedJoining(deps, page),
    ...embedCrediting(deps, page),

    'GET /embed/project': async ({ project_id, lang = 'en', words: kept }, _caller, { origin, now }) => {
      const projectId = project_id ?? (await onlyClaimant(deps, origin));
      const project = await page.mustFind(projectId, languageOf(lang));
      const mayGrant = await page.mayGrant(projectId, origin);
      if (mayGrant && origin !== undefined) await deps.grants.shown(projectId, origin, now);
      const words = deps.wordsOf(lang, kept);
      return {
        project_id: projectId,
        title: project.title,
        page: project.page,
        may_grant: mayGrant,
        retention_days: deps.retentionDays,
        ...(deps.fedcm && { fedcm: true as const }),
        ...(words && { words }),
      };
    },
  } satisfies Handlers<CreditingSite>;
  return notingSigns(handlers, deps);
}

async function onlyClaimant(
  { claimants }: Pick<EmbedDeps, 'claimants'>,
  origin: string | undefined,
): Promise<number> {
  const projects = origin ? await claimants(origin) : [];
  const [only] = projects;
  if (only !== undefined && projects.length === 1) return only;
  throw badField(
    'project_id',
    projects.length === 0
      ? 'is required: no project has registered the origin of this page'
      : 'is required: several projects have registered the origin of this page',
  );
}
