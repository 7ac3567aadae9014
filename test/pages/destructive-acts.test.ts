// @vitest-environment happy-dom
/** Each form that takes something away says next to it how much it takes, and how to get it back. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { renderPage } from '../../src/pages/render.tsx';
import { frame, samples, shell } from './samples.ts';

/** By route, and by button where a form has several: how much it takes, and the way back. */
const destructive: Record<string, [takes: RegExp, back: RegExp]> = {
  'POST /me/leave-out': [
    /Leave out this contribution\?.*The totals of the project stay/,
    /restore this on your page for 7 days/,
  ],
  'POST /me/remove': [/Remove 3 contributions.*The totals of the project stay/, /restore this .* for 7 days/],
  'POST /me/disclaim': [/Remove 3 contributions/, /restore this on your page for 7 days/],
  'POST /me/opt-out': [/Stop crediting me.* keeps what you have/, /you can change your mind at any time/],
  'POST /me/grants/revoke': [
    /removes none of your contributions/,
    /to allow a site again, press “Credit me” there/,
  ],
  'POST /me/sites/revoke': [
    /it immediately loses access; what was credited to you stays/,
    /To allow it again, connect/,
  ],
  'POST /account/delete later': [
    /3 contributions and 2 certificates are deleted/,
    /Until then nothing changes, and you can keep it/,
  ],
  'POST /account/delete now': [/3 contributions and 2 certificates are deleted/, /This cannot be undone/],
  'POST /me/mail': [/Turning them off keeps your contributions/, /you can turn them on again at any time/],
  'POST /me/certificates/end': [
    /immediately and permanently, and deletes what they said/,
    /you can make another certificate/,
  ],
  'POST /account/sessions/end': [/what it did stays/, /you can sign in there again/],
  'POST /account/sessions/end-others': [/everywhere else \(3 sessions\)/, /you can sign in there again/],
  'POST /account/remove-address': [
    /takes nothing that is credited to you|Everything that was credited to you under it stays/,
    /you can add (it|the address) again/i,
  ],
  'POST /account/addresses/:token join': [
    /Contributions: 2\. Certificates: 1\. .*working: 3\./,
    /This cannot be undone/,
  ],
  'POST /account/passkeys/:id/remove': [
    /It no longer signs in, on any device/,
    /cannot be undone, but you can add/,
  ],
  'POST /guardian/:token end': [/with 3 contributions that/, /It cannot be restored; if you agree again/],
  'POST /guardian/:token release': [/This page can no longer end it/, /This cannot be undone/],
  'POST /api/key/:key/revoke': [/Everything that uses this key .*2 projects were/, /make a successor/],
  'POST /api/key/:key/replace': [
    /When the old key ends|Create a replacement/,
    /a new key with the same name and rights/,
  ],
  'POST /add/:draft/delete': [/Everything that you typed for/, /cannot be brought back/],
  'POST /project/:project/signatory/withdraw': [
    /no certificate shows the name any more, earlier ones included/,
    /You can enter it again/,
  ],
  'POST /project/:project/drop-tests': [/Delete [12] test events?/, /permanently/],
  'POST /project/:project/stats/notes/remove': [/this one note permanently/, /you can write it again/],
  'POST /project/:project/edit save': [/change/i, /history keeps what the fields were before/],
  'POST /project/:project/tell-me-not': [/If you leave the list/, /you can come back to it here/],
  'POST /project/:project/unfollow': [/takes it off your list/, /you can follow it again here/],
  'POST /me/follows/end': [/takes a project off this list/, /you can follow it again on its page/],
  'POST /tell-me/:token no': [/off the list/, /you can come back to it on the page of the project/],
  'POST /mail/:token end': [/2 sites that used an emailed code/, /you can allow a site again there/],
  'POST /mail/:token never': [/no more codes and no more notices/, /This link takes it back/],
  'POST /confirm/:project undo': [/this one contribution/, /You can credit it again/],
  'POST /review/:project approve': [
    /deletes 2 test events of it permanently|Approve the changes/,
    /permanently|Approve/,
  ],
  'POST /review/:project reject': [/Nothing is deleted/, /the owner can change it and send it again/],
  'POST /api/key/client/withdraw': [
    /no operator sees it any more.*deletes this answer permanently/,
    /you can send another request at any time/,
  ],
  'POST /api/key/client/secret': [
    /When the old secret of/,
    /cannot be brought back. What participants authorized stays/,
  ],
  'POST /operator/clients/decide refuse': [/A refusal ends this request/, /can send another/],
  'POST /operator/clients/disable': [
    /the authorizations of 2 people end/,
    /cannot be undone: the owner requests another/,
  ],
  'POST /operator/projects withhold': [
    /contributions of 3 participants stay theirs; 4 permissions of sites rest/,
    /You can show it again here, and all of it comes back/,
  ],
  'POST /operator/projects unpublish': [
    /contributions of 3 participants stay theirs; 4 permissions of sites rest/,
    /An approval brings all of it back/,
  ],
  'POST /operator/projects publish': [
    /2 test events are permanently deleted/,
    /You can send it back to review here/,
  ],
  'POST /operator/projects/managers remove': [
    /neither edit the project nor record for it with their keys. What they did stays/,
    /you can make them a manager again here/,
  ],
  'POST /operator/projects/origins remove': [
    /5 permissions of participants.*stop working at once/,
    /if you register the site again here, they work again/,
  ],
  'POST /operator/keys/:account revoke': [/refused within a second, permanently/, /make one by “Replace”/],
  'POST /operator/keys/:account replace': [/When the old key ends/, /make one by “Replace”/],
  'POST /operator/store purge': [
    /Data past its retention time is permanently deleted/,
    /Only a backup still has it/,
  ],
  'POST /operator/store pepper': [
    /every digest and encrypted value \(1,234 rows\) is moved|not all of 1,234 rows were moved/,
    /you restore a backup from before, with the former pepper|can be interrupted and begun again/,
  ],
  'POST /operator/store pepper-end': [
    /links of drafts from before the change no longer work/,
    /No contribution, profile or refusal is lost, but this cannot be undone/,
  ],
  'POST /operator/import import': [
    /An update replaces the former values, except fields that an editor corrected/,
    /the history of each project keeps them. You can withhold a project that was imported by mistake/,
  ],
  'POST /operator/people none': [
    /can no longer open these pages or reviews. What they decided stays/,
    /you can give the role again/,
  ],
  'POST /group/:group/people own': [/you stay as a co-manager/, /only its new owner can hand it back/],
  'POST /group/:group/people remove': [
    /can no longer see the group; what they did stays/,
    /you can invite them again/,
  ],
  'POST /group/:group/people leave': [/What you did stays/, /Only an owner can invite you again/],
  'POST /group/:group/people/withdraw': [/ends at once/, /you can send another one/],
  'POST /group/:group/renew': [/worth nothing from then on/, /Print the sheet again/],
  'POST /group/:group/end': [/The code ends at once/, /you can open another group/],
  'POST /groups/leave': [/leaders no longer see them/, /you can join again/],
  'POST /confirm/:project not-us': [/is then removed from the group/, /you can count it again/],
  'POST /join/:code leave': [/leaders no longer see them/, /you can join again/],
  'POST /programme/:programme/people own': [
    /you stay as a co-manager/,
    /only its new owner can hand it back/,
  ],
  'POST /programme/:programme/people remove': [
    /can no longer edit the programme; what they did stays/,
    /you can invite them again/,
  ],
  'POST /programme/:programme/people leave': [/What you did stays/, /Only an owner can invite you again/],
  'POST /programme/:programme/people/withdraw': [/ends at once/, /you can send another one/],
  'POST /widgets/:widget/people remove': [
    /can no longer edit the widget; what they did stays/,
    /you can invite them again/,
  ],
  'POST /widgets/:widget/people leave': [/What you did stays/, /Only an owner can invite you again/],
  'POST /widgets/:widget/people/withdraw': [/ends at once/, /you can send another one/],
  'POST /project/:project/origin/remove': [
    /3 permissions of participants .* stop working at once/,
    /If you register the site again/,
  ],
  'POST /project/:project/people own': [/you stay as a co-manager/, /only its new owner can hand it back/],
  'POST /project/:project/people remove': [
    /can no longer edit the project.* what they did stays/,
    /you can invite them again/,
  ],
  'POST /project/:project/people leave': [/What you did stays/, /Only an owner can invite you again/],
  'POST /project/:project/webhook rotate': [
    /The old one cannot be brought back|replacing it again ends that at once/,
    /you can make another at any time/,
  ],
  'POST /project/:project/webhook remove': [
    /Deletes the address, the secret, and the list of \d notices permanently/,
    /You can set up an address again at any time/,
  ],
  'POST /project/:project/people/withdraw': [/ends at once/, /you can send another one/],
  'POST /me/volunteer unlist': [
    /off their list immediately.* what you contributed stays/,
    /you can show yourself again here/,
  ],
  'POST /me/volunteer no-mail': [
    /get no more emails/,
    /you can show yourself again|Allow their emails again/,
  ],
  'POST /unsubscribe/:token off': [
    /Unsubscribe from|Resubscribed/,
    /You can resubscribe|write to you through us again/,
  ],
  'POST /unsubscribe/status/:token off': [
    /Unsubscribe from|Resubscribed/,
    /can resubscribe|We email you when/,
  ],
  'POST /mail/:token project': [
    /Ending the mail of one changes nothing else/,
    /you can allow it again on your page/,
  ],
  'POST /mail/:token programme': [
    /Ending the mail of one changes nothing else/,
    /you can allow it again on its page/,
  ],
  'POST /programme/:programme/mail no-mail': [
    /may write to you through us/,
    /You can end that, and allow it again/,
  ],
  'POST /programme/:programme/mailings send': [
    /at least 10 people/,
    /cannot be recalled; until an editor has read it, you can withdraw it/,
  ],
  'POST /programme/:programme/mailings/withdraw': [/No one gets this mail then/, /you can write another one/],
  'POST /project/:project/mailings send': [
    /at least 10 people/,
    /cannot be recalled; until an editor has read it, you can withdraw it/,
  ],
  'POST /project/:project/mailings/withdraw': [/No one gets this mail then/, /you can write another one/],
  'POST /project/:project/programmes leave': [
    /What people did before you left still counts/,
    /You can ask again/,
  ],
  'POST /programme/:programme/leave': [
    /You no longer count for the programme, and the award ends/,
    /You can join again/,
  ],
  'POST /programme/:programme/work remove': [
    /What people did in a project before it was removed still counts/,
    /You can invite it again/,
  ],
  'POST /operator/programmes withhold': [/its awards are shown to nobody/, /until you open it again/],
  'POST /operator/programmes keep': [/everybody sees it as before/, /has to be typed again/],
  'POST /operator/programmes refuse': [/If you refuse it/, /You can open it later/],
  'POST /project/:project/outcomes/remove': [/disappears from every page and certificate/, /enter it again/],
  'POST /review/outcome/:outcome refuse': [/Refuse it/, /can tell a refused one again in other words/],
  'POST /review/mailing/:mailing approve': [/at least 10 people|sent immediately/, /cannot be recalled/],
  'POST /review/mailing/:mailing reject': [/No one gets one that is rejected/, /can write another one/],
  'POST /invitation/:token no': [/this invitation ends/, /its owner can invite you again/],
  'POST /widgets/:widget/people own': [/you stay as a co-manager/, /only its new owner can hand it back/],
  'POST /widgets/:widget/delete': [/seen 3 times/, /For 30 days you can put it back/],
  'POST /review/:project refuse-hashed': [
    /its calls with hashes are refused from then on|Nothing is deleted by a refusal/,
    /you can allow it again|you can allow it later/,
  ],
  'POST /review/:project correct': [/Save the correction/, /history keeps what it was/],
};

/** Forms that take nothing from anybody. */
const harmless = new Set([
  ...[
    'POST /sign-in',
    'POST /sign-in/:token',
    'POST /sign-in/:token yes',
    'POST /sign-in/waiting',
    'POST /sign-in/passkey',
    'POST /sign-in/passkey/options',
  ],
  ...[
    'POST /sign-out',
    'POST /connect',
    'POST /authorize/:uid/consent allow',
    'POST /authorize/:uid/consent refuse',
  ],
  ...['POST /sign-in/:token/guardian', 'POST /guardian', 'POST /guardian/:token agree'],
  ...['POST /me/claim', 'POST /me/confirm-hours', 'POST /me/restore', 'POST /me/opt-in'],
  ...['POST /me/certificates', 'POST /me/certificates/show', 'POST /account/keep', 'POST /language'],
  'POST /me/mail/language',
  // Every passkey can still be added on the account's page.
  'POST /account/passkeys/close-offer',
  ...['POST /account/names', 'POST /account/zone', 'POST /account/main-address', 'POST /account/addresses'],
  ...['POST /account/addresses/:token', 'POST /account/passkeys', 'POST /account/passkeys/options'],
  ...[
    'POST /api/key',
    'POST /add',
    'POST /add/:draft preview',
    'POST /add/:draft go-on',
    'POST /add/:draft page',
    'POST /add/:draft send',
    'POST /add/:draft send-as-it-is',
    'POST /add/:draft/send',
    'POST /answer/:token',
  ],
  ...[
    'POST /project/:project/fetch-image',
    'POST /project/:project/edit preview',
    'POST /project/:project/edit page',
    'POST /project/:project/stats/notes',
    'POST /project/:project/preview-image',
    'POST /project/:project/tell-me',
    'POST /project/:project/follow',
  ],
  'POST /me/follows/mail',
  ...['POST /tell-me/:token yes', 'POST /mail/:token again', 'POST /confirm/:project credit'],
  ...['POST /review/:project ask', 'POST /review/:project trust', 'POST /review/:project untrust'],
  ...['POST /review/:project release', 'POST /review/:project allow-hashed'],
  'POST /review/:project approve-origin',
  'POST /project/:project/hashed',
  'POST /project/:project/signatory',
  ...['POST /project/:project/overlaps yes', 'POST /project/:project/overlaps no'],
  ...['POST /project/:project/put-back', 'POST /me/retracted', 'POST /project/:project/outcomes'],
  'POST /review/outcome/:outcome show',
  ...['POST /project/:project/tier bronze', 'POST /project/:project/tier silver'],
  'POST /project/:project/tier gold',
  ...['POST /api/key/client', 'POST /operator/clients/decide grant', 'POST /operator/clients/add'],
  'POST /builder/check',
  ...['POST /widgets', 'POST /widgets/:widget', 'POST /widgets/:widget/copy'],
  'POST /widgets/:widget/people/invite',
  ...[
    'POST /project/:project/webhook set',
    'POST /project/:project/webhook test',
    'POST /project/:project/webhook replay',
    'POST /project/:project/webhook enable',
  ],
  ...['POST /project/:project/people/invite', 'POST /invitation/:token yes'],
  ...[
    'POST /project/:project/origin',
    ...['POST /operator/mails', 'POST /operator/mails/test'],
    ...['POST /operator/projects show', 'POST /operator/keys', 'POST /operator/import check'],
    'POST /operator/store backup',
    ...['POST /operator/projects/managers add', 'POST /operator/projects/origins add'],
    'POST /operator/people editor',
    'POST /operator/people operator',
  ],
  ...['POST /me/volunteer list', 'POST /me/volunteer show-name', 'POST /me/volunteer hide-name'],
  ...['POST /me/volunteer mail', 'POST /unsubscribe/:token on', 'POST /unsubscribe/status/:token on'],
  ...['POST /project/:project/mailings preview', 'POST /project/:project/mailings edit'],
  ...['POST /programme/:programme/mailings preview', 'POST /programme/:programme/mailings edit'],
  'POST /programme/:programme/mail mail',
  'POST /widgets/:widget/restore',
  ...['POST /programmes/new', 'POST /programme/:programme/edit', 'POST /programme/:programme/join'],
  ...['POST /programme/:programme/show', 'POST /programme/:programme/show hide'],
  ...['POST /programme/:programme/name', 'POST /programme/:programme/name remove'],
  ...['POST /programme/:programme/work invite', 'POST /programme/:programme/work accept'],
  ...['POST /programme/:programme/people/invite', 'POST /project/:project/programmes ask'],
  ...['POST /groups', 'POST /group/:group/certificate', 'POST /group/:group/people/invite'],
  ...['POST /join/:code', 'POST /confirm/:project look', 'POST /confirm/:project count'],
  ...['POST /operator/programmes approve', 'POST /operator/programmes open'],
  'POST /operator/programmes change',
]);

/** The routes of our pages' forms, as the server names them; OAuth's consent has its own. */
const routes = [
  ...new Set(
    readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => readFileSync(join(root, 'server', file), 'utf8').match(/(?<=')POST \/[^']+(?=')/g))
      .filter((route) => route !== null && !/^POST \/(embed|api\/(?!key))/.test(route)),
  ),
  'POST /authorize/:uid/consent',
] as string[];

const routeOf = (form: Element): string => {
  const path = form.getAttribute('action') ?? '';
  const fits = (route: string) => new RegExp(`^${route.slice(5).replace(/:\w+/g, '[^/]+')}$`).test(path);
  return routes.find(fits) ?? `POST ${path}`;
};

/** The act of each button of a form: its route, with the value of the button or of the hidden field that decides. */
const actsOf = (form: Element): string[] => {
  const hidden = form.querySelector('input[type=hidden][name=act]')?.getAttribute('value');
  const values = [...form.querySelectorAll('button[name]')].map((button) => button.getAttribute('value'));
  const route = routeOf(form);
  return (values.length > 0 ? values : [hidden]).map((value) =>
    value === null || value === undefined ? route : `${route} ${value}`,
  );
};

/** Every act of every page: the words around its form. */
const acts = Object.entries(samples('Lakes')).flatMap(([name, page]) => {
  const drawn = new DOMParser().parseFromString(
    renderPage(shell, page, frame('Ada'), '/').replaceAll('<iframe', '<b'),
    'text/html',
  );
  return [...drawn.querySelectorAll('main form[method=post]')].flatMap((form) => {
    const around = form.closest('section, .narrow, .correction') ?? form.closest('main');
    const words = (around?.textContent ?? '').replace(/\s+/g, ' ');
    return actsOf(form).map((act) => ({ act, name, words }));
  });
});

const isListed = (act: string) => act in destructive || harmless.has(act);

test.each(Object.entries(destructive))('%s', (act, [takes, back]) => {
  const shown = acts.filter((one) => one.act === act);
  expect(shown.length).toBeGreaterThan(0);
  for (const { name, words } of shown) {
    expect(words, name).toMatch(takes);
    expect(words, name).toMatch(back);
  }
});

test('every form is known to take something or not, and so is every route', () => {
  expect(acts.filter(({ act }) => !isListed(act)).map(({ act, name }) => `${act} on ${name}`)).toEqual([]);
  const known = [...Object.keys(destructive), ...harmless];
  expect(routes.filter((route) => !known.some((act) => `${act} `.startsWith(`${route} `)))).toEqual([]);
});
