/** The two ways in which a page gets a grant: the code of our window, or six digits by mail. */
import type { SiteApi } from '../../src/contract/site.ts';
import type { Handlers } from '../http/mount.ts';
import { badField, Refusal } from '../http/refusal.ts';
import { languageOf, mailWords } from '../text/languages.ts';
import {
  addressFaults,
  type MailAddress,
  notMailable,
  recipient,
  type Recipient,
} from '../text/mail-address.ts';
import type { EmbedDeps } from './deps.ts';
import type { EmbedPage } from './embed-page.ts';
import type { CodePlace } from './one-time-codes.ts';
import type { Mail } from '../mail/mailer.ts';
import { registeredSite, shownProject } from '../text/foreign-words.ts';

type JoinMail = {
  to: MailAddress;
  code: string;
  project: { title: string };
  site: string;
  serviceName: string;
  /** The page where the reader ends the permission of this code, or mails like it. */
  choices: string;
  /** The language of the embed. */
  lang: string | undefined;
};

function joinMail({ to, code, project, site, serviceName, choices, lang }: JoinMail): Mail {
  const say = mailWords(lang);
  const values = {
    code,
    project: shownProject(project.title),
    site: registeredSite(site),
    service: serviceName,
    choices,
  };
  return {
    to,
    subject: say('code.subject', values),
    text: `${say('code.text', values)}\n`,
    lang: languageOf(lang),
  };
}

type JoiningHandlers = Pick<
  Handlers<SiteApi>,
  'POST /embed/connect' | 'POST /embed/join' | 'POST /embed/join/code'
>;

export function embedJoining(deps: EmbedDeps, { mustBeAt, mustFind }: EmbedPage): JoiningHandlers {
  const { grants, codes, events, membership } = deps;

  /**
   * Issues a grant after "credit me": that also lifts an opt-out, and claims events that were reported before the
   * person joined.
   */
  const issue = async (
    place: CodePlace,
    profileId: number,
    { how, isTold }: { how: 'popup' | 'email'; isTold: boolean },
    now: number,
  ) => {
    await events.optIn(place.projectId, profileId);
    await events.claim(place.projectId, profileId, now);
    const { token, expiresAt } = await grants.issue({ ...place, profileId, how, isTold }, now);
    return { grant: token, expires: new Date(expiresAt).toISOString() };
  };

  return {
    'POST /embed/connect': async ({ project_id, code, verifier }, _caller, facts) => {
      const place = await mustBeAt(project_id, facts);
      await mustFind(project_id);
      const { profileId, isTold } = await codes.redeemPopup(place, code, verifier, facts.now);
      return issue(place, profileId, { how: 'popup', isTold }, facts.now);
    },

    'POST /embed/join': {
      furtherFaults: addressFaults,
      answer: async ({ project_id, address, of_age, lang }, _caller, facts) => {
        const place = await mustBeAt(project_id, facts);
        const project = await mustFind(project_id);
        if (!of_age)
          throw new Refusal(
            'under_age',
            'People under 16 join on our own site, with a parent or guardian; no account was made.',
            {
              fields: [{ field: 'of_age', message: 'must be confirmed' }],
            },
          );
        const { address: to } = mustBeMailable(address);
        deps.mail.mustWork();
        const { counts } = await deps.mailLimit(
          { purpose: 'join', address: to, ip: facts.ip, place: `${project_id} ${place.origin}` },
          facts.now,
        );
        // Only a language that we have: the embed's value is any text.
        const spoken = lang === undefined ? undefined : languageOf(lang);
        const { flow, code } = await codes.forMail(place, to, spoken, facts.now);
        // Mailed after the reply, which is the same and as fast for a person who wants no such mail.
        await deps.mail.sendLater({
          kind: 'code',
          counts,
          mail: joinMail({
            to,
            code,
            project,
            lang,
            choices: deps.mailChoices(to),
            site: place.origin,
            serviceName: deps.serviceName,
          }),
        });
        return { flow };
      },
    },

    'POST /embed/join/code': {
      furtherFaults: addressFaults,
      answer: async ({ project_id, flow, address, code }, _caller, facts) => {
        const place = await mustBeAt(project_id, facts);
        await mustFind(project_id);
        const to = mustBeMailable(address);
        const { lang } = await codes.redeemMail(
          { ...place, address: to.address, flow, code, ip: facts.ip },
          facts.now,
        );
        const { profileId } = await membership.join(to, facts.now, { isOfAge: true, lang });
        const granted = await issue(place, profileId, { how: 'email', isTold: true }, facts.now);
        return { ...granted, sign_in_by: new Date(facts.now + deps.unconfirmedFor).toISOString() };
      },
    },
  };
}

function mustBeMailable(address: string): Recipient {
  const to = recipient(address);
  if (to) return to;
  throw badField('address', notMailable);
}
