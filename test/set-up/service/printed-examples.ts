/** The examples that the reference prints to be copied. */
import { apiChapters } from '../../../src/contract/pages/docs-topics.ts';
import { api } from '../../../src/contract/index.ts';
import { pageNames } from '../../../server/reference/operations.ts';
import type { RunningService } from './running-service.ts';
import { snippetsIn } from './snippets.ts';

export const apiPageNames = pageNames(Object.keys(api) as (keyof typeof api)[]);

/** The code blocks of all pages of the reference, by the name of their page and of their language. */
export async function examplesOn(service: RunningService): Promise<Map<string, string>> {
  const names = [...apiPageNames.values(), ...apiChapters.map(({ name }) => name)];
  const pages = await Promise.all(names.map(async (name) => (await service.get(`/docs/api/${name}`)).text()));
  return new Map(pages.flatMap((html) => [...snippetsIn(html)]));
}
