/** Handlers for the operations of the contract, and for the browser's own FedCM requests. */
import { unconfirmedFor } from '../accounts/deletion/expiry.ts';
import type { Express } from 'express';
import { api } from '../../src/contract/index.ts';
import { site as embeds } from '../../src/contract/site.ts';
import { eventHandlers } from '../events/handlers.ts';
import { hashedHandlers } from '../events/hashed.ts';
import { finderHandlers } from '../finder/handlers.ts';
import { outcomeHandlers } from '../outcomes/handlers.ts';
import { retractHandlers } from '../events/retract.ts';
import type { Search } from '../finder/search.ts';
import { widgetHandlers } from '../finder/widget.ts';
import { embedHandlers } from '../grants/embed-handlers.ts';
import { mountFedcm } from '../grants/serve-fedcm.ts';
import { mount, type Adapter, type OnRefused } from '../http/mount.ts';
import { callers } from '../keys/caller.ts';
import { tokenHolders, userInfoHandlers } from '../oauth/user-info.ts';
import { profileFinder, profileHandlers } from '../profiles/handlers.ts';
import { managesAnyOpen, mustManage, mustManageOpen, mustSendHashed } from '../projects/access.ts';
import { projectHandlers } from '../projects/handlers.ts';
import { ppsrDocuments } from '../projects/exports/ppsr-documents.ts';
import { attributesOf, firstSearchOf } from '../widgets/saved/settings.ts';
import { wordsOf } from '../widgets/words.ts';
import { soFarIn } from '#pages';
import { monthlyTotals } from '../accounts/contributions/monthly-totals.ts';
import { exactSharesSince } from '../accounts/contributions/shares.ts';
import { personOf } from './oauth.ts';
import { tellingOf } from './outcomes.ts';
import type { Surfaces } from './surfaces.ts';

export function mountCalls(app: Express, shared: Surfaces, finder: Search): void {
  const adapter = adapterOf(shared);
  mountApi(app, shared, finder, { ...adapter, isEmbed: false });
  mountEmbeds(app, shared, finder, { ...adapter, isEmbed: true });
}

const adapterOf = ({ features: { settings, log, keys, oauth }, limits, naming }: Surfaces) => ({
  log,
  slug: naming.slug,
  openFinder: settings.OPEN_FINDER,
  limits,
  callerOf: callers(keys, log),
  holderOf: tokenHolders(oauth.artifacts),
});

/** For the ways to report a contribution; that of the hosted pages is in confirm-pages.ts. */
const refusalNoter =
  ({ refused }: Surfaces['features']): OnRefused =>
  ({ project_id, project }, refusal, ip, now) => {
    refused.note(project_id ?? project, refusal, ip, now);
  };

function mountApi(
  app: Express,
  { features, heads, limits: { takeExtra }, naming: { baseUrl } }: Surfaces,
  finder: Search,
  adapter: Adapter,
): void {
  const { store, accounts, profiles, tokens, projects, recording, keyed, assertions } = features;
  const mainAddress = async (accountId: number) => (await accounts.mainProfile(accountId))?.address;
  const access = { mustManageOpen: mustManageOpen(projects), managesAnyOpen: managesAnyOpen(projects) };
  const handlers = {
    ...profileHandlers(profiles, tokens, access, keyed),
    ...eventHandlers(recording, {
      readAssertion: assertions.read,
      isLookUpToken: tokens.isOurs,
      takeExtra,
      noteRefused: refusalNoter(features),
    }),
    ...hashedHandlers(recording, {
      mustSendHashed: mustSendHashed(projects),
      profileOf: profileFinder(profiles, keyed),
      takeExtra,
      noteRefused: refusalNoter(features),
    }),
    ...retractHandlers(features, mustManage(projects)),
    ...outcomeHandlers(tellingOf(features), access.mustManageOpen),
    ...finderHandlers(finder, ppsrDocuments(store, baseUrl)),
    ...projectHandlers(projects, { baseUrl, mainAddress }),
    ...userInfoHandlers({
      ...features.oauth,
      person: personOf(features),
      baseUrl,
      log: features.log,
      contributionsOf: async (accountId) => {
        const profiles = await features.accounts.profiles(accountId);
        const totals = monthlyTotals((await exactSharesSince(store.searching, profiles)).shares);
        return Promise.all(
          [...totals].map(async ([id, months]) => {
            const head = await heads.openHead(id);
            return { project_id: id, ...(head && { title: head.title }), months };
          }),
        );
      },
    }),
  };
  mount(app, api, handlers, adapter);
}

function mountEmbeds(
  app: Express,
  { features, limits, heads, naming }: Surfaces,
  finder: Search,
  adapter: Adapter,
): void {
  const { grants, signs, assertions, codes, events, recording, tokens, stops, membership } = features;
  const { mail, mailLimit, mailChoices, projects, settings, storing } = features;
  const handlers = embedHandlers({
    grants,
    signs,
    assertions,
    codes,
    events,
    recording,
    counting: features.counting,
    storing,
    noteRefused: refusalNoter(features),
    tokens,
    stops,
    membership,
    mail,
    mailLimit,
    mailChoices,
    openProject: heads.openProject,
    claimants: projects.claimants,
    isRegistered: projects.isRegistered,
    wordsOf,
    soFarIn,
    programmesOf: async (projectId) =>
      (await features.programming.programmes.ofProject(projectId)).map(({ name }) => name),
    serviceName: naming.serviceName,
    unconfirmedFor,
    retentionDays: settings.ANONYMOUS_RETENTION_DAYS,
    fedcm: settings.FEDCM,
  });
  const { saved, counts } = features.widgets;
  const ofWidget = widgetHandlers(finder, {
    baseUrl: naming.baseUrl,
    wordsOf,
    savedWidget: async (id) => {
      const built = await saved.find(id);
      return built && { search: firstSearchOf(built), attributes: attributesOf(built) };
    },
    count: counts.add,
  });
  mount(app, embeds, { ...handlers, ...ofWidget }, adapter);
  if (settings.FEDCM)
    mountFedcm(app, {
      codes,
      openHead: heads.openHead,
      isRegistered: projects.isRegistered,
      mainProfile: features.accounts.mainProfile,
      federatedVisitor: features.sessions.federatedVisitor,
      log: features.log,
      limits,
      baseUrl: naming.baseUrl,
    });
}
