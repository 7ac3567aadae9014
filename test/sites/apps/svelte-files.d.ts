/** Svelte's own compiler makes the code; its types are those of any component. */
declare module '*.svelte' {
  import type { Component } from 'svelte';
  const component: Component<never>;
  export default component;
}
