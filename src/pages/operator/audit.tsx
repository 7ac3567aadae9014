import { operatorPath } from '../../contract/pages/operator.ts';
import { formatInstant } from '../../ui/format.ts';
import { Pager } from '../../ui/pager.tsx';
import type { PageProps } from '../page.ts';
import { OperatorTabs } from './tabs.tsx';

/** The audit log: acts of people with a role, and the operator's commands. */
export const OperatorAuditPage = ({ data: { list }, path }: PageProps<'operator-audit'>) => (
  <>
    <h1 id="audit">Audit</h1>
    <OperatorTabs path={path} />
    {list.items.length === 0 ? (
      <p>Nothing was recorded yet.</p>
    ) : (
      <div class="scroll" tabIndex={0} role="region" aria-label="Audit, table">
        <table>
          <thead>
            <tr>
              <th scope="col">When (UTC)</th>
              <th scope="col">By</th>
              <th scope="col">Act</th>
              <th scope="col">About</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map(({ at, actor, act, subject }) => (
              <tr>
                <td>
                  <time dateTime={at}>{formatInstant(at)}</time>
                </td>
                <td>{actor === 'operator' ? 'the terminal' : actor}</td>
                <td>{act}</td>
                <td>{subject}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
    <Pager path={`${operatorPath}/audit`} list={list} name="page" anchor="audit" what="act" label="acts" />
    <p class="quiet">Numbers are of accounts, projects, keys and mails. No address is recorded.</p>
  </>
);
