import type { ComponentChildren } from 'preact';

type Props = { label: string; heads: string[]; rows: ComponentChildren[][] };

/**
 * A table whose first column names the row. On a phone the cells stand one below the other, each behind its
 * column's name; the roles say what it is where such a drawing would take that away.
 */
export const DocTable = ({ label, heads, rows }: Props) => (
  <div class="table" tabIndex={0} role="region" aria-label={`${label}, table`}>
    <table role="table" class={heads.length > 2 ? 'wide' : undefined}>
      <thead role="rowgroup">
        <tr role="row">
          {heads.map((head) => (
            <th role="columnheader" scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(([name, ...cells]) => (
          <tr role="row">
            <th role="rowheader" scope="row">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td role="cell" data-head={heads[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
