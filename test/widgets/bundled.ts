/** A test app around an example of the documentation, bundled as its owner would: for Chromium, as one script. */
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import { root } from '../../scripts/built.ts';

/** Compiles single-file components, as the page describes. */
const vueFiles: Plugin = {
  name: 'vue files',
  transform(code, id) {
    if (!id.endsWith('.vue')) return undefined;
    const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('manyhands-') };
    const { descriptor } = parse(code, { templateParseOptions: compilerOptions });
    const templateOptions = { compilerOptions };
    return compileScript(descriptor, { id: 'example', inlineTemplate: true, templateOptions }).content;
  },
};

/** `printed` is the example as its page prints it; `file` determines its kind. */
export async function bundled(app: string, { file, printed }: { file: string; printed: string }) {
  const example: Plugin = {
    name: 'the example as printed',
    enforce: 'pre',
    resolveId: (id) => (id === 'example' ? join(root, 'printed', file) : undefined),
    load: (id) => (id === join(root, 'printed', file) ? printed : undefined),
  };
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    mode: 'development',
    plugins: [example, vueFiles],
    oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
    // Development builds: React's strict mode does everything twice, Vue warns about unknown names.
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: join(root, 'test/widgets/apps', app),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const [output] = 'output' in built ? built.output : Array.isArray(built) ? (built[0]?.output ?? []) : [];
  if (output?.type !== 'chunk') throw new Error(`${app} could not be bundled.`);
  return output.code;
}
