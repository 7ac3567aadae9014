/** A hostile page in any engine: what it sees of our pages is the same for a member and for a stranger. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { ours } from './network.ts';
import type { EngineScene } from './scene.ts';
import { ask, says, type Tab } from './tab.ts';

/** Pages that differ between members and strangers, and some that do not. */
const paths = [
  ...['/', '/me', '/account', '/sign-in?next=/me', '/connect', '/connect/ready', '/add', '/project/11/tools'],
  ...[
    '/embed/project?project_id=11',
    '/api/user_info',
    '/authorize?prompt=none&client_id=1',
    '/nothing-here',
  ],
];

/** In the page: everything that a page observes of an address of another site. */
const observe = async (address: string) => {
  const loaded = (name: 'script' | 'img' | 'iframe' | 'object', address: string) =>
    new Promise<string>((resolve) => {
      const element = document.createElement(name);
      const answer = (event: string) => {
        const seen =
          element instanceof HTMLImageElement
            ? `${element.naturalWidth}`
            : element instanceof HTMLIFrameElement
              ? `${element.contentDocument === null} ${element.contentWindow?.length ?? 0}`
              : '';
        element.remove();
        resolve(`${event} ${seen}`);
      };
      element.onload = () => answer('load');
      element.onerror = () => answer('error');
      setTimeout(() => answer('nothing'), 20_000);
      element.setAttribute(name === 'object' ? 'data' : 'src', address);
      document.body.append(element);
    });
  const fetched = (address: string, mode: RequestMode) =>
    fetch(address, { mode, credentials: 'include', redirect: 'follow' }).then(
      async (reply) => [reply.type, reply.status, (await reply.text()).length].join(' '),
      () => 'refused',
    );
  const seen = await Promise.all([
    ...(['cors', 'no-cors'] as const).map((mode) => fetched(address, mode)),
    ...(['script', 'img', 'iframe', 'object'] as const).map((name) => loaded(name, address)),
  ]);
  const storage = [document.cookie, await document.hasStorageAccess().catch(String), 'trouble' in window];
  return { seen, storage };
};

/** A browser that is busy may be too slow for one of two: only a difference that stays shows something. */
const looks = 3;

/** `member`: signed in to our service; `stranger`: a new browser. */
export async function hostilePage(member: Tab, stranger: Tab, place: EngineScene) {
  const at = place.page('headless', { project_id: 11 });
  for (const tab of [member, stranger]) await tab.open(at);
  for (const path of paths)
    for (let look = 1; look <= looks; look++) {
      const ofMember = await ask(member, observe, ours + path);
      const ofStranger = await ask(stranger, observe, ours + path);
      if (look < looks && !isDeepStrictEqual(ofMember, ofStranger)) continue;
      expect([path, ofMember]).toEqual([path, ofStranger]);
      // A project's public facts may be read by everybody; nothing else can be.
      if (!/^\/(api|embed)\//.test(path)) expect([path, ofMember.seen[0]]).toEqual([path, 'refused']);
      break;
    }

  // A form in the member's name changes nothing.
  await member.open(at);
  await ask(
    member,
    (action) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action });
      form.innerHTML = '<input name="project_id" value="11">';
      document.body.append(form);
      setTimeout(() => form.submit());
    },
    `${ours}/me/opt-out`,
  );
  await says(member, 'This form was sent from another site');
}
