/** People of every role, whose browsers the fuzzer uses. Between two batches, they sign in again where needed. */
import type { RunningService } from '../set-up/service/running-service.ts';

const addresses = {
  participant: 'known@example.org',
  owner: 'owner@example.org',
  manager: 'manager@example.org',
  editor: 'editor@example.org',
  operator: 'operator@example.org',
  young: 'pupil@example.org',
} as const;
type Member = keyof typeof addresses;
export type Role = Member | 'stranger';
const members = Object.keys(addresses) as Member[];
export const roles: readonly Role[] = ['stranger', ...members];

const guardian = 'guardian@example.net';

export class People {
  readonly #service: RunningService;
  readonly #cookies = new Map<Role, Map<string, string>>(roles.map((role) => [role, new Map()]));
  /** Times that somebody had to sign in again. */
  renewals = 0;

  constructor(service: RunningService) {
    this.#service = service;
  }

  cookieOf = (role: Role): string =>
    [...(this.#cookies.get(role) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');

  /** Gives the roles, which a form may have taken, and signs in everybody who is not. */
  async renew(): Promise<void> {
    const service = this.#service;
    await service.operate('manager', '11', addresses.owner);
    await service.operate('manager', '11', addresses.manager);
    for (const role of ['editor', 'operator'] as const) await service.operate('role', addresses[role], role);
    for (const member of members) {
      const known = await this.send(member, '/account');
      await known.arrayBuffer();
      if (known.status !== 200) await this.#signIn(member);
    }
  }

  /** Sends a form as one of them, or requests a page. */
  async send(role: Role, path: string, fields?: Record<string, string>): Promise<Response> {
    const headers = { cookie: this.cookieOf(role), origin: this.#service.baseUrl };
    const reply =
      fields === undefined
        ? await this.#service.get(path, { headers })
        : await this.#service.postForm(path, fields, { headers });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.get(role)?.delete(name);
      else this.#cookies.get(role)?.set(name, value);
    }
    return reply;
  }

  async #signIn(member: Member): Promise<void> {
    this.renewals += 1;
    const email = addresses[member];
    await this.send('stranger', '/sign-in', { email });
    const path = await this.mailed(email, '/sign-in/');
    if (path === undefined) return;
    if (member === 'young' && this.renewals <= members.length) {
      await this.send('stranger', `${path}/guardian`, { email: guardian });
      const asked = await this.mailed(guardian, '/guardian/');
      await this.send('stranger', asked ?? '/', { act: 'agree', is_guardian: 'yes' });
    }
    await this.send(member, path, { of_age: 'yes' });
  }

  /** The path of the newest link that begins so; mails may be sent after the reply. */
  async mailed(to: string, start: string): Promise<string | undefined> {
    for (let tries = 0; tries < 40; tries++) {
      const links = (await this.#service.mails())
        .filter((mail) => mail.to === to)
        .flatMap((mail) => mail.links.map((link) => new URL(link).pathname));
      const path = links.find((each) => each.startsWith(start));
      if (path !== undefined) return path;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return undefined;
  }
}
