/** The same app in Preact. */
import { Fragment, h, hydrate } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Confirmation } from '../../../src/client/preact.ts';
import { followLinks, hear, titleOf, type Props } from './pages.ts';

function App({ path, src, project }: Props) {
  const [at, setAt] = useState(path);
  useEffect(() => followLinks(setAt), []);
  return h(
    Fragment,
    null,
    h('h1', null, titleOf(at)),
    h('nav', null, h('a', { href: 'thanks' }, 'Thanks'), ' ', h('a', { href: 'other' }, 'Other')),
    at === 'thanks' && h('div', { style: { height: '2000px' } }),
    at === 'thanks' &&
      h(Confirmation, { src, 'data-project_id': project, oncredited: () => void hear('credited') }),
    at === 'thanks' && h('p', { id: 'after' }, 'Words'),
  );
}

export const html = async (props: Props) =>
  import.meta.env.SSR ? (await import('preact-render-to-string')).default(h(App, props)) : '';

if (!import.meta.env.SSR) hydrate(h(App, window.props), document.querySelector('main') as Element);
