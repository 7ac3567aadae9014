/** The pattern of the route that answered a request, for metrics and traces: an address may contain a key or a token. */
import type { Request } from 'express';

/** `other`: no route answered. */
export function routeOf({ route }: Request): string {
  const path: unknown = (route as { path?: unknown } | undefined)?.path;
  // Slugs add names to some routes.
  const first: unknown = Array.isArray(path) ? path[0] : path;
  return typeof first === 'string' ? first : 'other';
}
