/** The pages of a project for its managers. */
const tabs = [
  { tab: 'about', text: 'About', end: '' },
  { tab: 'tools', text: 'Tools', end: '/tools' },
  { tab: 'stats', text: 'Stats', end: '/stats' },
  { tab: 'volunteers', text: 'Volunteers', end: '/volunteers' },
  { tab: 'edit', text: 'Edit', end: '/edit' },
  { tab: 'history', text: 'History', end: '/history' },
  { tab: 'people', text: 'People', end: '/people' },
] as const;

export type ProjectTab = (typeof tabs)[number]['tab'];

type Props = {
  path: string;
  current: ProjectTab;
  /** Before publication, and while the project is withheld, it has no volunteers. */
  isOpen: boolean;
};

/** Leads to what the managers of a project may see and change. */
export const ProjectTabs = ({ path, current, isOpen }: Props) => (
  <nav class="tabs" aria-label="Project">
    <ul>
      {tabs
        .filter(({ tab }) => isOpen || tab !== 'volunteers')
        .map(({ tab, text, end }) => (
          <li>
            <a href={path + end} aria-current={tab === current ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
    </ul>
  </nav>
);
