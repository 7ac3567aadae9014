import type { PageProps } from '../page.ts';

/** The props of every page of the documentation. */
export type DocsProps = PageProps<'docs'>;
