import { useWords } from '../../ui/words/use-words.tsx';

/** The pages of a project for its managers. */
const tabs = [
  { tab: 'about', end: '' },
  { tab: 'tools', end: '/tools' },
  { tab: 'stats', end: '/stats' },
  { tab: 'volunteers', end: '/volunteers' },
  { tab: 'edit', end: '/edit' },
  { tab: 'history', end: '/history' },
  { tab: 'people', end: '/people' },
] as const;

export type ProjectTab = (typeof tabs)[number]['tab'];

type Props = {
  path: string;
  current: ProjectTab;
  /** Before publication, and while the project is withheld, it has no volunteers. */
  isOpen: boolean;
};

/** Leads to what the managers of a project may see and change. */
export function ProjectTabs({ path, current, isOpen }: Props) {
  const w = useWords().words.tabs;
  return (
    <nav class="tabs" aria-label={w.label}>
      <ul>
        {tabs
          .filter(({ tab }) => isOpen || tab !== 'volunteers')
          .map(({ tab, end }) => (
            <li>
              <a href={path + end} aria-current={tab === current ? 'page' : undefined}>
                {w[tab]}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
