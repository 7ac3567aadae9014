/** Handlers for the operations of the contract, and for the browser's own FedCM requests. */
import { unconfirmedFor } from '../accounts/expiry.ts';
import type { Express } from 'express';
import { api } from '../../src/contract/index.ts';
import { site as embeds } from '../../src/contract/site.ts';
import { eventHandlers, participantFaults } from '../events/handlers.ts';
import { hashedHandlers } from '../events/hashed.ts';
import { finderFaults, finderHandlers } from '../finder/handlers.ts';
import type { Search } from '../finder/search.ts';
import { widgetHandlers } from '../finder/widget.ts';
import { embedHandlers } from '../grants/embed-handlers.ts';
import { mountFedcm } from '../grants/serve-fedcm.ts';
import { mount, type Adapter } from '../http/mount.ts';
import { callers } from '../keys/caller.ts';
import { tokenHolders, userInfoHandlers } from '../oauth/user-info.ts';
import { addressFaults } from '../mail-address.ts';
import { profileFinder, profileHandlers } from '../profiles/handlers.ts';
import { managesAnyOpen, mustManageOpen, mustSendHashed } from '../projects/access.ts';
import { projectHandlers } from '../projects/handlers.ts';
import { ppsrDocuments } from '../projects/ppsr-documents.ts';
import { attributesOf, firstSearchOf } from '../widgets/saved/settings.ts';
import { wordsOf } from '../widgets/words.ts';
import { personOf } from './oauth.ts';
import type { Surfaces } from './surfaces.ts';

export function mountCalls(app: Express, shared: Surfaces, finder: Search): void {
  const adapter = adapterOf(shared, finder);
  mountApi(app, shared, finder, adapter);
  mountEmbeds(app, shared, finder, adapter);
}

/** The ways to report a contribution; that of the hosted pages is in confirm-pages.ts. */
const recordingRows = new Set([
  'POST /api/record_event',
  'POST /api/participation/hashed/:project',
  'POST /embed/record',
]);

function adapterOf(
  { features: { settings, log, keys, oauth, refused }, limits, naming }: Surfaces,
  finder: Search,
): Adapter {
  return {
    log,
    slug: naming.slug,
    openFinder: settings.OPEN_FINDER,
    limits,
    furtherFaults: {
      'GET /finder': finderFaults(finder),
      'POST /api/record_event': participantFaults,
      'POST /embed/join': addressFaults,
      'POST /embed/join/code': addressFaults,
    },
    callerOf: callers(keys, log),
    holderOf: tokenHolders(oauth.artifacts),
    onRefused: (row, { project_id, project }, refusal) => {
      if (recordingRows.has(row)) refused.note(project_id ?? project, refusal, Date.now());
    },
  };
}

function mountApi(
  app: Express,
  { features, limits: { takeExtra }, naming: { baseUrl } }: Surfaces,
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
    }),
    ...hashedHandlers(recording, {
      mustSendHashed: mustSendHashed(projects),
      profileOf: profileFinder(profiles, keyed),
      takeExtra,
    }),
    ...finderHandlers(finder, ppsrDocuments(store, baseUrl)),
    ...projectHandlers(projects, { baseUrl, mainAddress }),
    ...userInfoHandlers({ ...features.oauth, person: personOf(features), baseUrl, log: features.log }),
  };
  mount(app, api, handlers, adapter);
}

function mountEmbeds(
  app: Express,
  { features, limits, heads, naming }: Surfaces,
  finder: Search,
  adapter: Adapter,
): void {
  const { grants, signs, assertions, codes, events, recording, tokens, membership } = features;
  const { mail, mailLimit, mailChoices, projects, settings } = features;
  const handlers = embedHandlers({
    grants,
    signs,
    assertions,
    codes,
    events,
    recording,
    tokens,
    membership,
    mail,
    mailLimit,
    mailChoices,
    openProject: heads.openProject,
    claimants: projects.claimants,
    isRegistered: projects.isRegistered,
    wordsOf,
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
