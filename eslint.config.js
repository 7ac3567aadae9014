import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { foreignNames } from './scripts/foreign-names.ts';
import { plainSentences } from './scripts/plain-sentences.ts';

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'node_modules/'] },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    rules: {
      'no-console': 'error',
      'no-undef': 'off',
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      // Frameworks declare the types of JSX in a namespace; nothing else can extend them.
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
    },
  },
  {
    plugins: { house: { rules: { 'foreign-names': foreignNames, 'plain-sentences': plainSentences } } },
    // Advice: a first contribution is not refused for its English.
    rules: { 'house/plain-sentences': 'warn' },
  },
  {
    // The embeds read our own service only, and each of their bytes counts.
    files: ['server/**/*.ts', 'src/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: { 'house/foreign-names': 'error' },
  },
  {
    // Not in tests, where a `describe` has all tests of one service.
    files: ['server/**', 'src/**', 'widgets/**', 'scripts/**'],
    rules: {
      'max-lines-per-function': ['warn', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // ReDoS: no regular expression may take more than linear time, whatever it is matched with.
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      // A sticky one is not looked for further on; its caller moves.
      'regexp/no-super-linear-move': [
        'error',
        { report: 'potential', ignorePartial: false, ignoreSticky: true },
      ],
    },
  },
  {
    files: ['server/**', 'src/**', 'widgets/**', 'scripts/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp']",
          message: 'Write it as a literal: only those are checked for ReDoS.',
        },
        {
          selector: "CallExpression[callee.property.name='normalize']",
          message: 'normalize() takes quadratic time on combining marks: use normalForm.',
        },
        {
          selector:
            "BinaryExpression[operator=/^(-|[<>]=?)$/] > CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message:
            'A clock may be set while we measure: durations use performance.now(). For the age of a stored time, call it `now` first.',
        },
        {
          selector: "CallExpression[callee.object.name='URL'][callee.property.name='parse']",
          message: 'URL.parse takes quadratic time on a host of combining marks: use webUrl.',
        },
      ],
    },
  },
  {
    // The first two make it linear; an address of a mail has 254 characters at most, all of which count.
    files: [
      'src/contract/fields/normal-form.ts',
      'src/contract/fields/web-url.ts',
      'server/text/mail-address.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Their JSX calls `h`, which is smaller than the automatic runtime.
    files: ['widgets/**/*.tsx'],
    languageOptions: { parserOptions: { jsxPragma: 'h', jsxFragmentName: 'Fragment' } },
  },
  { files: ['scripts/**', 'test/**'], rules: { 'no-console': 'off' } },
  {
    files: ['test/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.name='expect'] > AwaitExpression > CallExpression[callee.property.name=/^(count|is(Visible|Hidden|Enabled|Disabled|Checked|Editable)|textContent|innerText|innerHTML|inputValue|getAttribute|all(InnerTexts|TextContents))$/]",
          message: 'The page may not be drawn yet: write await expect.poll(() => …).',
        },
      ],
    },
  },
);
