/**
 * The whole build: one `vite build` makes the pages' scripts and styles, the server, and one standalone
 * bundle per public embed file.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { writePlaces } from './scripts/places.ts';
import { embedFiles } from './widgets/entries/files.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** To V8, which then compiles the whole file beside the page's thread, and not each function as it is called. */
const compileAhead = '//# allFunctionsCalledOnLoad';

/** One classic script: no chunks, no global name, no manifest. */
const embed = ({ entry, file, isDrawing }: (typeof embedFiles)[number]): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: 'dist/embeds',
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: false,
    minify: true,
    target: 'es2022',
    rolldownOptions: {
      input: at(entry),
      output: {
        format: 'iife',
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
    // Hundreds of small modules, of which little is used: bundled, they halve the start of a command.
    resolve: { noExternal: ['commander', 'kysely', 'zod'] },
    build: {
      outDir: 'dist/server',
      ssr: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: {
          main: at('server/main.ts'),
          operator: at('server/operator.ts'),
          writer: at('server/writer.ts'),
          reader: at('server/db/reader-thread.ts'),
          'read-project': at('server/projects/read-thread.ts'),
          decoder: at('server/images/decoder.ts'),
          watchdog: at('server/watchdog-thread.ts'),
        },
        // Beside the entries: the store looks for its threads' files next to its own, as does what starts the decoder.
        output: { chunkFileNames: '[name]-[hash].js' },
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
for (const each of embedFiles) environments[`embed_${each.file.replace(/\W/g, '_')}`] = embed(each);

export default defineConfig({
  appType: 'custom',
  resolve: { alias: { '#pages': at('src/pages/render.tsx') } },
  environments,
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment);
      writePlaces();
    },
  },
});
