/**
 * The whole build: one `vite build` makes the pages' scripts and styles, the server, and one standalone
 * bundle per public embed file.
 */
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { licenceFile, writeLicences } from './scripts/licences.ts';
import { mdx } from './scripts/mdx.ts';
import { outsidePackages } from './scripts/outside-packages.ts';
import { writePlaces } from './scripts/places.ts';
import { isOfSecondPart } from './widgets/confirmation-message/second-part/keys.ts';
import { embedFiles, secondPart } from './widgets/entries/files.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** To V8, which then compiles the whole file in another thread than the page's, and not each function as it is called. */
const compileAhead = '//# allFunctionsCalledOnLoad';

const environmentOf = (file: string) => `embed_${file.replace(/\W/g, '_')}`;

/** Each part of the message has its own English words: the second part those that are needed only after a tap. */
const messagesOfEachPart: Plugin = {
  name: 'messages of each part',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name.startsWith('embed_recordevent'),
  load(id) {
    if (!id.endsWith('/src/messages/en.json')) return undefined;
    const all = JSON.parse(readFileSync(id, 'utf8')) as { confirmation: object };
    const isSecond = this.environment.name === environmentOf(secondPart);
    const isNeeded = ([key]: [string, unknown]) => isOfSecondPart(key) === isSecond;
    const confirmation = Object.fromEntries(Object.entries(all.confirmation).filter(isNeeded));
    return JSON.stringify({ ...all, confirmation });
  },
};

/** The second part draws with the Preact of the first. */
const borrowedPreact: Plugin = {
  name: 'borrowed preact',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === environmentOf(secondPart),
  resolveId: (id) => (id === 'preact' ? at('widgets/confirmation-message/second-part/preact.ts') : undefined),
};

/** One script without chunks, global name and manifest: classic, save for the second part, which is a module. */
const embed = ({ entry, file, isDrawing }: (typeof embedFiles)[number]): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: 'dist/embeds',
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: false,
    minify: true,
    target: 'es2022',
    // With light-dark() and nesting, which all browsers have had since May 2024.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    rolldownOptions: {
      input: at(entry),
      preserveEntrySignatures: 'strict',
      // No embed reads a property only for what the reading does.
      treeshake: { propertyReadSideEffects: false },
      output: {
        format: file === secondPart ? 'es' : 'iife',
        entryFileNames: file,
        codeSplitting: false,
        ...(isDrawing && { postBanner: compileAhead }),
      },
    },
  },
});

const environments: Record<string, EnvironmentOptions> = {
  client: {
    build: {
      outDir: 'dist/client',
      manifest: 'manifest.json',
      target: 'es2022',
      rolldownOptions: { input: at('index.html') },
    },
  },
  ssr: {
    // Packages that every start loads are bundled: finding and reading hundreds of files took a fifth of its time.
    resolve: { noExternal: true, external: outsidePackages },
    build: {
      outDir: 'dist/server',
      ssr: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: {
          main: at('server/main.ts'),
          operator: at('server/operator.ts'),
          writer: at('server/process/writer.ts'),
          reader: at('server/db/sqlite/reader-thread.ts'),
          backup: at('server/db/copies/backup-thread.ts'),
          'read-project': at('server/projects/reading/read-thread.ts'),
          'read-inventory': at('server/projects/imports/read-thread.ts'),
          'read-page': at('server/process/page-thread.ts'),
          decoder: at('server/images/decoder.ts'),
          rdf: at('server/certificates/rdf-thread.ts'),
          watchdog: at('server/process/watchdog-thread.ts'),
        },
        // Next to the entries: the store looks for its threads' files next to its own, as does what starts the decoder.
        output: {
          // The image has no demonstration: the Dockerfile deletes its chunks by their names.
          chunkFileNames: ({ moduleIds, facadeModuleId }) =>
            [facadeModuleId, ...moduleIds].some((id) => id?.startsWith(at('server/demo/')))
              ? 'demo-[name]-[hash].js'
              : '[name]-[hash].js',
        },
      },
    },
  },
};
/** One file without dependencies; scripts/client-package.ts adds the types and the manifest. */
environments['library'] = {
  consumer: 'client',
  build: {
    outDir: 'dist/library',
    copyPublicDir: false,
    minify: false,
    target: 'es2022',
    lib: { entry: at('src/client/manyhands.ts'), formats: ['es'], fileName: () => 'manyhands.js' },
  },
};
for (const each of embedFiles) environments[environmentOf(each.file)] = embed(each);

for (const { build } of Object.values(environments))
  Object.assign(build ?? {}, { license: { fileName: licenceFile } });

export default defineConfig({
  appType: 'custom',
  resolve: { alias: { '#pages': at('src/pages/render.tsx') } },
  plugins: [messagesOfEachPart, borrowedPreact, mdx],
  environments,
  builder: {
    async buildApp(builder) {
      const outputs = [];
      for (const environment of Object.values(builder.environments))
        outputs.push(await builder.build(environment));
      writeLicences(outputs);
      writePlaces();
    },
  },
});
