/** People of a scenario by their role: each has the address of its name. */
import { expect, vi } from 'vitest';
import type { Service } from '../set-up/service/start-service.ts';
import { cookieOf, linkTo, mailedLink, post, signIn } from './scene.ts';

/** Signs in as somebody with a role. */
export const withRole = async (service: Service, address: string, role: 'editor' | 'operator') => {
  await service.operate('role', address, role);
  return signIn(service, address);
};

/** Signs in as a person under 16, whose guardian has agreed. */
const signInGuarded = async (service: Service, address: string): Promise<string> => {
  const guardian = `guardian-of-${address}`;
  expect((await post(service, '/sign-in', { email: address })).status).toBe(200);
  const link = await mailedLink(service, address);
  expect((await post(service, `${link}/guardian`, { email: guardian })).status).toBe(200);
  const asked = await linkTo(service, guardian, '/guardian/');
  expect((await post(service, asked, { act: 'agree', is_guardian: 'yes' })).status).toBe(303);
  // The mail that says that they can join has no link of this kind.
  expect((await post(service, '/sign-in', { email: address })).status).toBe(200);
  const next = await vi.waitFor(async () => {
    const found = await linkTo(service, address, '/sign-in/');
    expect(found).not.toBe(link);
    return found;
  });
  return cookieOf(await post(service, next, {}));
};

/** The cookie of each role. Editors and operators get their role, and a person who is `guarded` a guardian. */
export const signInRoles = async <Role extends string>(
  service: Service,
  roles: readonly Role[],
  host = 'example.org',
): Promise<Record<Role, string>> => {
  const cookies = {} as Record<Role, string>;
  for (const role of roles) {
    const address = `${role}@${host}`;
    if (role === 'editor' || role === 'operator')
      cookies[role] = await withRole(service, address, role as 'editor' | 'operator');
    else if (role === 'guarded') cookies[role] = await signInGuarded(service, address);
    else cookies[role] = await signIn(service, address);
  }
  return cookies;
};
