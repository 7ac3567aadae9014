import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';

/** A Project ID that the reader came with, as a query: it goes along to the other pages. */
export const ProjectQuery = createContext('');

type Props = {
  /** The page's name, with a fragment if need be: `silver#sees`. */
  to: string;
  current?: boolean;
  children: ComponentChildren;
};

/** A link to another page of the documentation. */
export function DocLink({ to, current, children }: Props) {
  const [name = '', fragment] = to.split('#');
  const query = useContext(ProjectQuery);
  return (
    <a
      href={`/docs${name && `/${name}`}${query}${fragment === undefined ? '' : `#${fragment}`}`}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </a>
  );
}
