/**
 * Creates every feature on one store and connects them: the service mounts the result, the operator's commands use it.
 */
import { join } from 'node:path';
import { accountStore } from '../accounts/store.ts';
import { membership } from '../accounts/membership.ts';
import { mailSignature } from '../operating/own-pages.ts';
import { passkeyStore } from '../accounts/passkeys/passkeys.ts';
import { sessions } from '../accounts/sessions.ts';
import { answerWithin, guardians } from '../accounts/guardians/guardians.ts';
import { localeStore } from '../accounts/locale-store.ts';
import { mailedLinks } from '../accounts/mailed-links.ts';
import type { Store } from '../db/store.ts';
import { addressesPath } from '../../src/contract/pages/account.ts';
import { guardianPath } from '../../src/contract/pages/guardian.ts';
import { certificateStore } from '../certificates/store.ts';
import { credentialKeys } from '../certificates/credential-keys.ts';
import { recording } from '../events/recording/recording.ts';
import { refusedReports } from '../events/refused-reports.ts';
import { signedLinks } from '../events/signed-links.ts';
import { eventStore } from '../events/store.ts';
import { oneTimeCodes } from '../grants/one-time-codes.ts';
import { assertions } from '../grants/assertion.ts';
import { embedActivity } from '../grants/embed-activity.ts';
import { followStore, stillFollows } from '../follows/store.ts';
import { groupsOn } from './groups.ts';
import { grantStore } from '../grants/store.ts';
import { makeLimits } from '../limits/limits.ts';
import { type StoredBytes, storedBytes } from '../limits/stored-bytes.ts';
import type { Log } from '../log.ts';
import { imageDecoder } from '../images/decode-apart.ts';
import { imageStore } from '../images/store.ts';
import { uploadCounter } from '../images/upload-limit.ts';
import { uploadStore } from '../images/upload-store.ts';
import { pictureAtIn, pictureUpload } from '../images/uploads.ts';
import { keyMaker, keyRotator } from '../keys/make-key.ts';
import { ownKeys } from '../keys/own-keys.ts';
import { keyStore } from '../keys/store.ts';
import { mailBlocks } from '../mail/choices.ts';
import { mailLimit } from '../mail/limited.ts';
import { mailStore } from '../mail/mail-store.ts';
import { mailer } from '../mail/mailer.ts';
import { managing } from '../managing/managers.ts';
import { outboxIn } from '../mail/outbox-file.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { operatorStore } from '../operating/store.ts';
import { startNotices } from '../preregistration/store.ts';
import { artifacts } from '../oauth/artifacts.ts';
import { clientStore } from '../oauth/clients.ts';
import { consentStore } from '../oauth/consents.ts';
import { requestStore } from '../oauth/requests.ts';
import { signingKeys } from '../oauth/signing-keys.ts';
import { participantTokens } from '../profiles/participant-token.ts';
import { stops } from '../events/stops.ts';
import { profileStore } from '../profiles/store.ts';
import { importProjects, type Importing } from '../projects/imports/import.ts';
import { asRecords, type InventoryRecord } from '../projects/imports/inventory.ts';
import type { ReadRecord } from '../projects/imports/read-record.ts';
import { draftStore } from '../projects/adding/drafts.ts';
import { projectStore } from '../projects/store.ts';
import { choiceStore } from '../volunteers/choices.ts';
import { leastMembers } from '../programmes/figures.ts';
import { isMailedMember, stillWants } from '../volunteers/listed.ts';
import type { SizeShown } from '../volunteers/compared-groups.ts';
import { mailingQueue } from '../volunteers/mailing-queue.ts';
import { outcomeStore } from '../outcomes/store.ts';
import { mailingStore } from '../volunteers/mailings.ts';
import { volunteerStore } from '../volunteers/store.ts';
import { widgetCounts } from '../widgets/saved/counts.ts';
import { savedWidgets } from '../widgets/saved/store.ts';
import { unsavedWidgets } from '../widgets/saved/unsaved.ts';
import { deliveryStore } from '../webhooks/deliveries.ts';
import { webhookStore } from '../webhooks/store.ts';
import type { Peppers } from '../pepper/live.ts';
import { keyedDigests, sealer, signer, type Keyed } from '../secrets/secrets.ts';
import { deletionIn } from './deletion.ts';
import { storedKinds } from './managed-kinds.ts';
import { programmesOn } from './programmes.ts';
import { withRest } from '../operating/own-words.ts';
import type { Settings } from '../settings.ts';
import { addMessages, messagesIn } from '../text/languages.ts';
import { subscriptionLinks } from '../mail/subscription-links.ts';

export type Features = Awaited<ReturnType<typeof assemble>>;

export const smtpOf = ({ SMTP_URL: url, MAIL_FROM, SERVICE_NAME, smtpTls: tls, baseUrl }: Settings) =>
  url === undefined
    ? undefined
    : {
        url,
        tls,
        from: MAIL_FROM ?? `${SERVICE_NAME} <hello@localhost>`,
        host: new URL(baseUrl).hostname,
      };

const outboxFor = ({ DATA_DIR }: Settings, { ring }: Peppers) =>
  outboxIn(join(DATA_DIR, 'outbox'), sealer(ring, 'outbox'));

export async function assemble(store: Store, settings: Settings, log: Log, peppers: Peppers) {
  for (const [lang, { messages }] of settings.ownWords)
    addMessages(lang, withRest(messages, messagesIn(lang)));
  const { db } = store;
  const { ring } = peppers;
  const keyed = keyedDigests(ring);
  const storing = storedBytes(settings, keyed);
  const profiles = profileStore(store, peppers);
  const accounts = accountStore(db);
  const keys = keyStore(store);
  const projects = projectStore(store);
  const grants = grantStore(db);
  const events = await eventStore(store, log, keyed);
  const clients = clientStore(db);
  const certificates = certificateStore(db, sealer(ring, 'certificate'));
  const waiting = startNotices(store, keyed, sealer(ring, 'start-notice'));
  const codes = oneTimeCodes(db, keyed, () =>
    log.warn(
      'too many wrong join codes in an hour: somebody is guessing; joining by code is refused until the hour is over',
    ),
  );
  const recorded = recording(events, keyed);
  const byMail = linksByMail(db, settings, { keyed, ring });
  const post = mailing(store, settings, { keyed, log, peppers });
  return {
    store,
    settings,
    log,
    keyed,
    peppers,
    storing,
    limits: makeLimits(settings, keyed),
    profiles,
    accounts,
    keys,
    ownKeys: ownKeys(db, keys),
    makeKey: keyMaker(keys),
    rotateKey: keyRotator(keys),
    projects,
    importEntries: (entries: unknown[], how: Importing) => importProjects(projects, asRecords(entries), how),
    importProjects: (records: (InventoryRecord | ReadRecord)[], how: Importing) =>
      importProjects(projects, records, how),
    events,
    recording: recorded,
    signedLinks: signedLinks(db, keyed, sealer(ring, 'signed-link')),
    grants,
    assertions: assertions(sealer(ring, 'assertion'), grants.isAlive),
    codes,
    tokens: participantTokens(sealer(ring, 'participant')),
    stops: stops(events, sealer(ring, 'stop')),
    membership: membership(accounts, keyed, profiles),
    deletion: deletionIn({
      store,
      startNotices: waiting,
      codes,
      links: byMail.links,
      mails: post.mails,
      clients,
      keys,
      acts: events.acts,
    }),
    sessions: sessions(db, settings.baseUrl, settings.FEDCM ? sealer(ring, 'fedcm') : undefined),
    ...byMail,
    passkeys: passkeyStore(db, storing),
    ...post,
    oauth: {
      clients,
      requests: requestStore(db),
      consents: consentStore(db),
      artifacts: artifacts(store, sealer(ring, 'oauth-artifact'), signer(ring, 'oauth-token')),
      signingKeys: signingKeys(db, sealer(ring, 'oauth-signing-key')),
    },
    outcomes: outcomeStore(store),
    certificates,
    ...groupsOn(db, { keyed, ring, storing, profilesOf: accounts.profiles, events, recording: recorded }),
    programming: programmesOn(store, accounts.profiles, certificates),
    credentialKeys: credentialKeys(db, sealer(ring, 'credential-key')),
    ...pictures(store, settings, keyed, storing),
    signs: embedActivity(db, keyed, storing),
    startNotices: waiting,
    widgets: {
      saved: savedWidgets(db),
      counts: widgetCounts(db, storing),
      unsaved: unsavedWidgets(db, storing),
    },
    volunteers: volunteering(store, settings, { keyed, ring }),
    drafts: draftStore(store, sealer(ring, 'project-draft'), storing),
    draftLinkSeal: sealer(ring, 'project-draft-link'),
    operating: operatorStore(store),
    managing: managing(db, sealer(ring, 'invitation'), storedKinds(store)),
    answerSeal: sealer(ring, 'review-answer'),
    startNoticeSeal: sealer(ring, 'start-notice-link'),
    ...reporting(store, settings, { log, peppers, storing }),
  };
}

/** Pictures of projects: fetched, or uploaded. One decoder for both, which takes one image at a time. */
function pictures(store: Store, { baseUrl }: Settings, keyed: Keyed, storing: StoredBytes) {
  const images = imageStore(store);
  const uploads = uploadStore(store.db);
  const decoder = imageDecoder();
  const uploading = { images, uploads, decoder, pictureAt: pictureAtIn(baseUrl) };
  const upload = pictureUpload({ ...uploading, count: uploadCounter(store.db, keyed), storing, baseUrl });
  return { images, uploading: { ...uploading, upload } };
}

function volunteering(
  store: Store,
  { baseUrl }: Settings,
  { keyed, ring }: { keyed: Keyed; ring: Peppers['ring'] },
) {
  const { db } = store;
  const sizeShown: SizeShown = ({ kind, id }, size) =>
    kind === 'project' ? size : leastMembers(db, keyed, id);
  return {
    ...volunteerStore(store),
    choices: choiceStore(store),
    mailings: mailingStore(store, sizeShown),
    queue: mailingQueue(store, sizeShown),
    unsubscribing: subscriptionLinks(db, sealer(ring, 'mailing-unsubscribe'), `${baseUrl}/unsubscribe`),
  };
}

/** Reports about projects: to followers by mail, and owners by notices to their server and what was refused. */
const reporting = (
  store: Store,
  { baseUrl }: Settings,
  { log, peppers: { ring }, storing }: { log: Log; peppers: Peppers; storing: StoredBytes },
) => ({
  follows: followStore(store),
  statusUnsubscribing: subscriptionLinks(
    store.db,
    sealer(ring, 'status-unsubscribe'),
    `${baseUrl}/unsubscribe/status`,
  ),
  webhooks: webhookStore(store.db, sealer(ring, 'webhook')),
  deliveries: deliveryStore(store),
  refused: refusedReports(store.db, log, storing),
});

/** The links that mails lead to: signing in, adding an address, and a guardian's pages. */
const linksByMail = (
  db: Store['db'],
  { baseUrl }: Settings,
  { keyed, ring }: { keyed: Keyed; ring: Peppers['ring'] },
) => ({
  links: mailedLinks(db, { sealed: sealer(ring, 'sign-in'), keyed, page: `${baseUrl}/sign-in` }),
  addressLinks: mailedLinks(db, {
    sealed: sealer(ring, 'add-address'),
    keyed,
    page: `${baseUrl}${addressesPath}`,
  }),
  guardians: guardians(db, {
    sealed: sealer(ring, 'guardian'),
    questions: mailedLinks(db, {
      sealed: sealer(ring, 'guardian-question'),
      keyed,
      page: `${baseUrl}${guardianPath}`,
      lasts: answerWithin,
    }),
    keyed,
  }),
});

/** The queue and its mailer, and what limits and ends mail. */
function mailing(
  store: Store,
  settings: Settings,
  { keyed, log, peppers }: { keyed: Keyed; log: Log; peppers: Peppers },
) {
  const { ring } = peppers;
  const { db } = store;
  const blocks = mailBlocks(db, keyed);
  const mails = mailStore(store, sealer(ring, 'queued-mail'));
  const mailSeal = sealer(ring, 'mail-choices');
  const means = {
    smtp: smtpOf(settings),
    outbox: outboxFor(settings, peppers),
    log,
    signature: mailSignature(settings.SERVICE_NAME, settings.ownPages),
  };
  return {
    mails,
    mail: mailer(means, {
      db,
      mails,
      blocks,
      languageOf: localeStore(db).languageOfAddress,
      fallback: settings.DEFAULT_LANGUAGE,
      isWanted: async ({ ofMailing, ofProgramme, ofFollow }) =>
        (ofMailing === undefined || (await stillWants(db, ofMailing, Date.now()))) &&
        (ofProgramme === undefined || (await isMailedMember(db, ofProgramme))) &&
        (ofFollow === undefined || (await stillFollows(db, ofFollow))),
    }),
    mailLimit: mailLimit(db, keyed),
    mailBlocks: blocks,
    /** The page where the reader of a mail can end the permission that it led to, or refuse such mails. */
    mailChoices: (address: MailAddress) => `${settings.baseUrl}/mail/${mailSeal.seal(address)}`,
    mailSeal,
  };
}
