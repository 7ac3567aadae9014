/** An app in React, rendered by the server, then hydrated in strict mode. */
import { createElement as h, Fragment, StrictMode, useEffect, useState } from 'react';
import { Confirmation } from '../../../src/client/react.ts';
import { followLinks, hear, titleOf, type Props } from './pages.ts';

function App({ path, src, project }: Props) {
  const [at, setAt] = useState(path);
  useEffect(() => followLinks(setAt), []);
  return h(
    Fragment,
    null,
    h('h1', null, titleOf(at)),
    h('nav', null, h('a', { href: 'thanks' }, 'Thanks'), ' ', h('a', { href: 'other' }, 'Other')),
    at === 'thanks' && h('div', { style: { height: 2000 } }),
    at === 'thanks' &&
      h(Confirmation, { src, 'data-project_id': project, oncredited: () => hear('credited') }),
    at === 'thanks' && h('p', { id: 'after' }, 'Words'),
  );
}

const whole = (props: Props) => h(StrictMode, null, h(App, props));

export const html = async (props: Props) =>
  import.meta.env.SSR ? (await import('react-dom/server')).renderToString(whole(props)) : '';

if (!import.meta.env.SSR)
  void import('react-dom/client').then(({ hydrateRoot }) =>
    hydrateRoot(document.querySelector('main') as Element, whole(window.props)),
  );
