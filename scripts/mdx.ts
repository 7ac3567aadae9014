import { compile } from '@mdx-js/mdx';
import type { Plugin } from 'vite';

/** Compiles the pages of the documentation, which are Markdown with components (MDX), to Preact components. */
export const mdx: Plugin = {
  name: 'mdx',
  enforce: 'pre',
  transform: {
    filter: { id: /\.mdx$/ },
    handler: async (value) => ({
      code: String(await compile(value, { jsxImportSource: 'preact' })),
      map: null,
    }),
  },
};
