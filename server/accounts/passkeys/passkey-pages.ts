/** Signing in with a passkey, and adding and removing passkeys. A script of the page talks to the browser in between. */
import { accountPath } from '../../../src/contract/pages/account.ts';
import { nameText } from '../../../src/contract/fields/name-text.ts';
import type { FormFields } from '../../http/bodies/form-fields.ts';
import type { PageHandlers, Visit } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { signedIn } from '../../http/signed-in.ts';
import { faultIn } from '../../text/languages.ts';
import { formLine } from '../../text/one-line.ts';
import { pathAfterSignIn } from '../after-sign-in.ts';
import type { AccountAgain } from '../account-pages.ts';
import { deviceOf } from '../device.ts';
import { ownWords } from '../../text/foreign-words.ts';
import { type Notices, participantNotice } from '../notices.ts';
import { maxPasskeys, type PasskeyStore } from './passkeys.ts';
import type { Sessions } from '../sessions.ts';
import type { AccountStore } from '../store.ts';
import type { Webauthn } from './webauthn.ts';

export type PasskeyPages = {
  accounts: AccountStore;
  sessions: Sessions;
  passkeys: PasskeyStore;
  webauthn: () => Promise<Webauthn>;
  notices: Notices;
  again: AccountAgain;
};

/** In characters. */
const maxName = 60;
const nameField = nameText('the name of the passkey', maxName);

export function passkeyPages(deps: PasskeyPages): PageHandlers {
  const { accounts, sessions, passkeys, webauthn, notices, again } = deps;

  const own = async (accountId: number, id: string | undefined) => {
    const passkey = (await passkeys.ofAccount(accountId)).find((one) => one.id === id);
    if (!passkey) throw new Refusal('not_found', 'You have no such passkey.');
    return passkey;
  };

  return {
    'POST /sign-in/passkey/options': async ({ ip, now }) => ({
      json: await (await webauthn()).signInOptions(ip, now),
    }),

    'POST /sign-in/passkey': {
      keepsOpener: true,
      answer: async (visit: Visit) => {
        const { fields, visitor, userAgent, now } = visit;
        const next = pathAfterSignIn(fields['next']);
        const signIn = await (await webauthn()).signIn(answerIn(fields), now);
        if (signIn?.copied !== undefined)
          await notices.send(
            signIn.accountId,
            participantNotice(visit.lang, 'passkeyCopied', { name: ownWords(signIn.copied) }),
            visit,
          );
        if (!signIn || signIn.copied !== undefined)
          return {
            name: 'sign-in' as const,
            title: 'Sign in',
            status: 400,
            data: { state: 'form' as const, next, refusedPasskey: signIn ? 'copied' : 'unknown' },
          };
        const { accountId } = signIn;
        await accounts.setLanguage(accountId, visit.lang);
        // The cookie is replaced, so nobody could end the session that it held.
        if (visitor) await sessions.close(visitor.session);
        return { to: next, headers: await sessions.open(accountId, deviceOf(userAgent), now) };
      },
    },

    'POST /account/passkeys/options': signedIn(async ({ visitor, ip, now }) => {
      const { accountId } = visitor;
      const name = (await accounts.mainProfile(accountId))?.address ?? visitor.name;
      const user = { name, displayName: visitor.name || name };
      return { json: await (await webauthn()).registrationOptions({ accountId, user, ip, now }) };
    }, accountPath),

    'POST /account/passkeys': signedIn(async (visit) => {
      const { visitor, fields, userAgent, now, lang } = visit;
      const { accountId } = visitor;
      const refuse = (why: string) => again(visit, { form: 'passkey', text: why });
      const result = nameField.safeParse(formLine(fields['name'] ?? deviceOf(userAgent)));
      if (!result.success) return refuse(faultIn(lang, 'badName', { n: maxName }));
      if ((await passkeys.rowsOf(accountId)).length >= maxPasskeys)
        return refuse(faultIn(lang, 'maxPasskeys', { n: maxPasskeys }));
      if (!(await (await webauthn()).register(accountId, result.data, answerIn(fields), now)))
        return refuse(faultIn(lang, 'passkeyFailed'));
      await notices.send(
        accountId,
        participantNotice(lang, 'passkeyAdded', { name: ownWords(result.data) }),
        visit,
      );
      return { to: `${accountPath}?done=passkey#passkeys` };
    }, accountPath),

    'GET /account/passkeys/:id/remove': signedIn(async ({ visitor, params }) => ({
      name: 'remove-passkey' as const,
      title: 'Remove a passkey',
      data: await own(visitor.accountId, params['id']),
    })),

    'POST /account/passkeys/close-offer': signedIn(async ({ visitor, now }) => {
      await passkeys.closeOffer(visitor.accountId, now);
      return { to: '/me' };
    }, '/me'),

    'POST /account/passkeys/:id/remove': signedIn(async (visit) => {
      const { accountId } = visit.visitor;
      const { id } = await own(accountId, visit.params['id']);
      const name = await passkeys.remove(accountId, id);
      if (name !== undefined)
        await notices.send(
          accountId,
          participantNotice(visit.lang, 'passkeyRemoved', { name: ownWords(name) }),
          visit,
        );
      return { to: `${accountPath}?done=removed#passkeys` };
    }, accountPath),
  };
}

/** The browser's answer, as the page's script sends it; it is verified later. */
function answerIn({ credential = '' }: FormFields): unknown {
  try {
    return JSON.parse(credential) as unknown;
  } catch {
    return undefined;
  }
}
