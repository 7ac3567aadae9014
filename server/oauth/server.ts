/** The library's server, made when the first request needs it, and made again when the signing keys change. */
import type { Provider } from 'oidc-provider';
import type { ProviderDeps } from './provider.ts';
import type { SigningKeys } from './signing-keys.ts';

const minute = 60_000;

/** Loading the library takes a fifth of a second and making a key as long: nobody waits for it at the start. */
export function lazyProvider(deps: ProviderDeps, keys: SigningKeys): () => Promise<Provider> {
  let made: { provider: Provider; kids: string; checkedAt: number } | undefined;

  const make = async (now: number) => {
    const jwks = await keys.all(now);
    const kids = jwks.map(({ kid }) => kid).join(' ');
    if (made?.kids === kids) made.checkedAt = performance.now();
    else {
      const { newProvider } = await import('./provider.ts');
      made = { provider: newProvider(deps, jwks), kids, checkedAt: performance.now() };
    }
    return made.provider;
  };

  let making: Promise<Provider> | undefined;
  return async () => {
    if (made && performance.now() - made.checkedAt < minute) return made.provider;
    making ??= make(Date.now()).finally(() => (making = undefined));
    return making;
  };
}
