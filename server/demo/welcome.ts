/** Prints where everything is after a start in development. */
import type { Features } from '../app/features.ts';
import type { Demonstration } from './seed.ts';

export async function welcome(
  { settings, links }: Features,
  demonstration: Demonstration,
): Promise<string[]> {
  return [
    '',
    `  The site                    ${settings.baseUrl}/`,
    `  Sign in as the operator     ${await links.make(demonstration.operator, Date.now())}`,
    `  The demonstration partner   ${demonstration.address}`,
    `  The outbox                  ${settings.baseUrl}/dev/outbox`,
    '',
  ];
}
