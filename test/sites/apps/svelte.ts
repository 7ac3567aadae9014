/** The same app in Svelte. */
import type { Component } from 'svelte';
import Imported from './App.svelte';
import type { Props } from './pages.ts';

const App = Imported as Component<Props>;

export const html = async (props: Props) =>
  import.meta.env.SSR ? (await import('svelte/server')).render(App, { props }).body : '';

if (!import.meta.env.SSR)
  void import('svelte').then(({ hydrate }) =>
    hydrate(App, { target: document.querySelector('main') as Element, props: window.props }),
  );
