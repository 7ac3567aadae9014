/** The common parts of the apps of all frameworks: three pages, by the address, without loading them. */
export type Props = { path: string; src: string; project: number };

/** Follows the links and the history; returns what ends it. */
export function followLinks(show: (path: string) => void): () => void {
  const now = () => location.pathname.split('/').at(-1) ?? '';
  const click = (event: MouseEvent) => {
    const link = (event.target as Element).closest('nav a');
    if (!link) return;
    event.preventDefault();
    history.pushState(null, '', link.getAttribute('href'));
    show(now());
  };
  const step = () => {
    show(now());
  };
  document.addEventListener('click', click);
  addEventListener('popstate', step);
  return () => {
    document.removeEventListener('click', click);
    removeEventListener('popstate', step);
  };
}

declare global {
  interface Window {
    props: Props;
    heard: string[];
  }
}

/** Tells the test which events the app has received. */
export const hear = (name: string) => (window.heard ??= []).push(name);

export const titleOf = (path: string) => `The page ${path || 'start'}`;
