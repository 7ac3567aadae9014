/**
 * Makes `dist/library`, after `vite build`, a package that can be published: types without imports, manifest, licence.
 * Types that the contract and the message's settings express in zod and in mapped types are written out, so that users
 * of the client do not need zod, and editors show plain types.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { format } from 'prettier';
import ts from 'typescript';
import { root } from './built.ts';

const source = join(root, 'src/client');
const target = join(root, 'dist/library');

const readManifest = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string; license: string };

/** The components: their code imports the framework, which the user has. */
const components = ['react', 'preact', 'vue'];
/** The frameworks, with the oldest version that the components are for. */
const frameworks = { react: '>=19', preact: '>=10', vue: '>=3.3', svelte: '>=5' };

const manifest = () => {
  const { version, license } = readManifest();
  const typed = (name: string, code = `${name}.js`) => ({ types: `./${name}.d.ts`, default: `./${code}` });
  const svelte = 'Confirmation.svelte';
  return {
    name: 'manyhands-client',
    version,
    description:
      'The typed client for the API of Manyhands, the confirmation message as a component, and the types of its elements',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      '.': typed('manyhands'),
      // At run time an empty module.
      './element': typed('element', 'types-only.js'),
      ...Object.fromEntries(components.map((name) => [`./${name}`, typed(name)])),
      './svelte': { types: './svelte.d.ts', svelte: `./${svelte}`, default: `./${svelte}` },
    },
    peerDependencies: frameworks,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(frameworks).map((name) => [name, { optional: true }]),
    ),
  };
};

/** The types that are written out, with their file in the package. */
const writtenOut = [
  {
    file: 'operations',
    name: 'Operations',
    says: 'The fields and the reply of each operation, by its name in the reference.',
  },
  { file: 'operations', name: 'RefusalCode', says: 'The stable word of a refusal.' },
  {
    file: 'attributes',
    name: 'ConfirmationAttributes',
    says: 'The attributes of `<manyhands-confirmation>`.',
  },
  { file: 'attributes', name: 'FinderAttributes', says: 'The attributes of `<manyhands-finder>`.' },
];

const compile = () => {
  const config = join(source, 'tsconfig.json');
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    source,
  );
  // A file that does not exist on the disk: each type, with all its aliases resolved.
  const probe = join(source, 'written-out.ts');
  const text = `type Plain<T> = T extends object ? (T extends infer O ? { [K in keyof O]: Plain<O[K]> } : never) : T;
${writtenOut.map(({ file, name }) => `export type ${name} = Plain<import('./${file}.ts').${name}>;`).join('\n')}`;
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === probe || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === probe
      ? ts.createSourceFile(path, text, options.target ?? ts.ScriptTarget.ES2024)
      : getSourceFile(path, ...rest);
  return { program: ts.createProgram([...fileNames, probe], options, host), probe };
};

const mustCompile = (program: ts.Program) => {
  const faults = ts.getPreEmitDiagnostics(program);
  if (faults.length === 0) return;
  throw new Error(
    ts.formatDiagnostics(faults, { ...ts.sys, getCanonicalFileName: (name) => name, getNewLine: () => '\n' }),
  );
};

/** The declarations of the types that are written out, by name. */
const declarations = (program: ts.Program, probe: string) => {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(probe);
  const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.TypeFormatFlags;
  const flags = NoTruncation | InTypeAlias | MultilineObjectLiterals;
  return new Map(
    file?.statements
      .filter(ts.isTypeAliasDeclaration)
      .map((statement) => [
        statement.name.text,
        checker.typeToString(checker.getTypeAtLocation(statement.name), undefined, flags),
      ]),
  );
};

const { program, probe } = compile();
mustCompile(program);
mkdirSync(target, { recursive: true });
const files = [...new Set(writtenOut.map(({ file }) => file))];
program.emit(undefined, (path, text) => {
  const isOurs = dirname(path) === join(target, 'src/client');
  const name = basename(path);
  if (!isOurs || [...files, 'written-out'].includes(basename(name, '.d.ts'))) return;
  writeFileSync(join(target, name), text.replace(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'"));
});
const texts = declarations(program, probe);
for (const file of files) {
  const parts = writtenOut
    .filter((one) => one.file === file)
    .map(({ name, says }) => `/** ${says} */\nexport type ${name} = ${texts.get(name) ?? 'never'};`);
  writeFileSync(join(target, `${file}.d.ts`), await format(parts.join('\n\n'), { parser: 'typescript' }));
}
writeFileSync(join(target, 'types-only.js'), 'export {};\n');
for (const name of ['attach', ...components]) {
  const { outputText } = ts.transpileModule(readFileSync(join(source, `${name}.ts`), 'utf8'), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  writeFileSync(join(target, `${name}.js`), outputText.replace(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'"));
}
cpSync(join(source, 'Confirmation.svelte'), join(target, 'Confirmation.svelte'));
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
cpSync(join(source, 'README.md'), join(target, 'README.md'));
// The bundle contains this library, whose licence requires its text.
const licences = ['LICENSE', 'node_modules/@noble/hashes/LICENSE'].map((path) =>
  readFileSync(join(root, path), 'utf8').trim(),
);
writeFileSync(
  join(target, 'LICENSE'),
  `${licences.join('\n\n---\n\nmanyhands.js contains parts of @noble/hashes:\n\n')}\n`,
);
