/** A text of the documentation; its expressions read the `props`, which are not checked. */
declare module '*.mdx' {
  import type { ComponentType } from 'preact';

  const Text: ComponentType<Record<string, unknown>>;
  export default Text;
}
