/** The licences of the packages that the built files contain, as one file that the service hands out. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ViteBuilder } from 'vite';
import { root } from './built.ts';

type Output = Awaited<ReturnType<ViteBuilder['build']>>;
type Licence = { name: string; version: string; identifier?: string; text?: string };

/** Vite writes one for each bundle (`build.license`). */
export const licenceFile = 'licences.json';

const licencesOf = (output: Output): Licence[] =>
  [output]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .flatMap((file) =>
      file.type === 'asset' && file.fileName === licenceFile
        ? (JSON.parse(String(file.source)) as Licence[])
        : [],
    );

/** Packages that name their licence without its text; another one of the same author has it. */
const textElsewhere: Record<string, string> = { 'franc-min': 'trigram-utils' };

export function writeLicences(outputs: Output[]): void {
  const byPackage = new Map(
    outputs.flatMap(licencesOf).map((licence) => [`${licence.name} ${licence.version}`, licence]),
  );
  const textOf = (wanted: string) => [...byPackage.values()].find(({ name }) => name === wanted)?.text;
  const parts = [...byPackage]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([title, { name, identifier = '', text = textOf(textElsewhere[name] ?? '') ?? '' }]) =>
        `${title} (${identifier})\n\n${text}\n`,
    );
  const head = 'The scripts, pages and server of Manyhands contain these packages, or parts of them.\n';
  const dist = join(root, 'dist');
  writeFileSync(join(dist, 'embeds/licences.txt'), [head, ...parts].join(`\n${'-'.repeat(80)}\n\n`));
  for (const folder of ['client', 'embeds', 'library', 'server'])
    rmSync(join(dist, folder, licenceFile), { force: true });
}
