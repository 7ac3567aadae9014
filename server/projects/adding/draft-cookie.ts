/** The cookie of people who write a draft without being signed in: it finds their drafts again, and signs nobody in. */
import { newToken, sha256 } from '../../secrets/secrets.ts';
import { draftDays } from './drafts.ts';

export function draftCookie(baseUrl: string) {
  const isSecure = baseUrl.startsWith('https:');
  // A __Host- cookie cannot be set by another host of the domain; browsers want https for it.
  const name = isSecure ? '__Host-mh_drafts' : 'mh_drafts';
  const rules = `Max-Age=${draftDays * 86_400}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    /** The digest by which the drafts of this browser are stored; undefined without a cookie. */
    holderIn(cookies: string | undefined): string | undefined {
      const pair = cookies?.split(/; */).find((one) => one.startsWith(`${name}=`));
      const token = pair?.slice(name.length + 1) ?? '';
      return /^[\w-]{43}$/.test(token) ? sha256(token) : undefined;
    },

    make() {
      const token = newToken();
      return { holder: sha256(token), headers: { 'Set-Cookie': [`${name}=${token}; ${rules}`] } };
    },
  };
}
