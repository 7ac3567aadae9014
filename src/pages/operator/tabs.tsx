import { operatorClientsPath } from '../../contract/client-pages.ts';
import { operatorPath } from '../../contract/operator-pages.ts';

const tabs = [
  { href: operatorPath, text: 'Overview' },
  { href: `${operatorPath}/mails`, text: 'Mail' },
  { href: `${operatorPath}/people`, text: 'People' },
  { href: operatorClientsPath, text: 'OAuth clients' },
  { href: `${operatorPath}/audit`, text: 'Audit' },
];

/** Leads between the operator's pages. */
export const OperatorTabs = ({ path }: { path: string }) => (
  <nav class="tabs" aria-label="Operator">
    <ul>
      {tabs.map(({ href, text }) => (
        <li>
          <a href={href} aria-current={href === path.split('?')[0] ? 'page' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
