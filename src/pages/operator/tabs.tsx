import { operatorClientsPath } from '../../contract/pages/clients.ts';
import { operatorPath } from '../../contract/pages/operator.ts';
import { operatorProgrammesPath } from '../../contract/pages/programmes.ts';

const tabs = [
  { href: operatorPath, text: 'Overview' },
  { href: `${operatorPath}/mails`, text: 'Mail' },
  { href: `${operatorPath}/people`, text: 'People' },
  { href: `${operatorPath}/projects`, text: 'Projects' },
  { href: `${operatorPath}/import`, text: 'Import' },
  { href: `${operatorPath}/keys`, text: 'Keys' },
  { href: operatorClientsPath, text: 'OAuth clients' },
  { href: operatorProgrammesPath, text: 'Programmes' },
  { href: `${operatorPath}/store`, text: 'Store' },
  { href: `${operatorPath}/audit`, text: 'Audit' },
];

/** The tab of an address: the longest that it continues. */
const current = (path: string) =>
  tabs.findLast(({ href }) => `${path.split('?')[0]}/`.startsWith(`${href}/`))?.href;

/** Leads between the operator's pages. */
export const OperatorTabs = ({ path }: { path: string }) => (
  <nav class="tabs" aria-label="Operator">
    <ul>
      {tabs.map(({ href, text }) => (
        <li>
          <a href={href} aria-current={href === current(path) ? 'page' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
