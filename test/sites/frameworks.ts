/** Apps in frameworks, with the components of the client package: rendered by the server, then hydrated. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from 'svelte/compiler';
import { build, type Plugin } from 'vite';
import { root } from '../../scripts/built.ts';
import type { Props } from './apps/pages.ts';
import { documentOf, type Site } from './visited-sites.ts';

const svelteFiles: Plugin = {
  name: 'svelte files',
  // The package has it next to the component.
  resolveId: (id, from) =>
    id === './attach.js' && from?.endsWith('.svelte') ? join(root, 'src/client/attach.ts') : undefined,
  transform(code, id, options) {
    if (!id.endsWith('.svelte')) return undefined;
    return compile(code, { filename: id, generate: options?.ssr ? 'server' : 'client', dev: true }).js;
  },
};

/** One script, for the browser or for the server. Development builds: they warn, and strict mode does everything twice. */
async function bundle(name: string, isServer: boolean): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    mode: 'development',
    plugins: [svelteFiles],
    resolve: { conditions: [isServer ? 'node' : 'browser', 'development', 'module', 'default'] },
    ssr: { noExternal: true, resolve: { conditions: ['node', 'development', 'module', 'default'] } },
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    build: {
      ssr: isServer,
      write: false,
      minify: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'apps', `${name}.ts`),
        output: { format: isServer ? 'esm' : 'iife', codeSplitting: false },
      },
    },
  });
  const [output] = Array.isArray(built) ? (built[0]?.output ?? []) : 'output' in built ? built.output : [];
  if (output?.type !== 'chunk') throw new Error(`${name} could not be bundled.`);
  return output.code;
}

export const frameworks = ['react', 'preact', 'vue', 'svelte'] as const;

export async function frameworkSite(name: string, src: string, project: number): Promise<Site> {
  const [client, server] = await Promise.all([bundle(name, false), bundle(name, true)]);
  const file = join(await mkdtemp(join(tmpdir(), 'app-')), `${name}.mjs`);
  await writeFile(file, server);
  const { html } = (await import(file)) as { html: (props: Props) => Promise<string> };
  return {
    name,
    isApp: true,
    answer: async (path) => {
      if (path === 'app.js') return client;
      const props = { path, src, project };
      return documentOf(
        `<main>${await html(props)}</main><script>props = ${JSON.stringify(props)}</script><script src="app.js"></script>`,
        `<script src="${src}" async></script>`,
      );
    },
  };
}
