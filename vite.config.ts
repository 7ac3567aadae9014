/**
 * The whole build: one `vite build` makes the pages' scripts and styles, the server, and one standalone
 * bundle per public embed file.
 */
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
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

/** The members of class components that Preact asks each component for. */
const membersOfClasses =
  'contextType|getChildContext|getDerivedStateFrom(Error|Props)|getSnapshotBeforeUpdate|shouldComponentUpdate|' +
  'component(WillMount|DidMount|WillReceiveProps|WillUpdate|DidUpdate|WillUnmount|DidCatch)|debounceRendering';

/** Conditions in Preact's file that never hold in an embed, and the constants that take their places. */
const neverInEmbeds: [RegExp, string][] = [
  // Class components, and their state.
  [new RegExp(`(?<![\\w$.])[\\w$]{1,3}\\.(${membersOfClasses})\\b(?!=[^=])`, 'g'), 'void 0'],
  [/(?<![\w$.])[\w$]{1,3}\.prototype\.(setState|forceUpdate)=/g, '0,'],
  // Raw HTML, styles of single elements, MathML.
  [/"dangerouslySetInnerHTML"==[\w$]+/g, 'false'],
  [/"style"==\w(?=\))/, 'false'],
  [/"math"==\w/, 'false'],
  [/"foreignObject"==\w\|\|"[^"]+"==\w&&\w\.test\(\w\)/, 'false'],
  // Taking over the HTML of a server, and waiting for a part of it: `MODE_HYDRATE`, `MODE_SUSPENDED`, `_excess`.
  [/(32|128)&\w+\.__u/g, '0'],
  [/(?<=\.__v=null,)\w\|\|\w(?=\))/, 'false'],
  [/\(\w=\w\.__z\)/, '0'],
];

/**
 * Lets the minifier drop a seventh of Preact: the views of the embeds are functions of their state, drawn by `render`.
 * Hooks do not work there.
 */
const functionsOnly: Plugin = {
  name: 'functions only',
  applyToEnvironment: ({ name }) => name.startsWith('embed_'),
  transform: {
    filter: { id: /preact\.mjs$/ },
    handler: (code) =>
      neverInEmbeds.reduce((rest, [condition, constant]) => {
        const without = rest.replace(condition, constant);
        // Another release of Preact may write it in another way.
        if (without === rest) throw new Error(`Preact's file has no ${String(condition)}.`);
        return without;
      }, code),
  },
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

/** The packages that the server loads only once it needs them, or that are not JavaScript alone. They stay packages. */
const loadedWhenNeeded = [
  ...['@opentelemetry/api', '@opentelemetry/context-async-hooks', '@opentelemetry/exporter-trace-otlp-http'],
  ...['@opentelemetry/resources', '@opentelemetry/sdk-trace', '@simplewebauthn/server'],
  ...['dejavu-fonts-ttf', 'nodemailer', 'oidc-provider', 'pg-native', 'prom-client', 'sharp'],
];

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
    resolve: { noExternal: true, external: loadedWhenNeeded },
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
          backup: at('server/db/backup-thread.ts'),
          trial: at('server/trial-thread.ts'),
          'read-project': at('server/projects/read-thread.ts'),
          decoder: at('server/images/decoder.ts'),
          watchdog: at('server/watchdog-thread.ts'),
        },
        // Next to the entries: the store looks for its threads' files next to its own, as does what starts the decoder.
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
for (const each of embedFiles) environments[environmentOf(each.file)] = embed(each);

export default defineConfig({
  appType: 'custom',
  resolve: { alias: { '#pages': at('src/pages/render.tsx') } },
  plugins: [messagesOfEachPart, borrowedPreact, functionsOnly],
  environments,
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment);
      writePlaces();
    },
  },
});
