import type { ComponentChildren } from 'preact';

type Props = { label: string; heads: string[]; rows: ComponentChildren[][] };

/** A table whose first column names the row; it scrolls by itself where the screen is narrow. */
export const DocTable = ({ label, heads, rows }: Props) => (
  <div class="table" tabIndex={0} role="region" aria-label={`${label}, table`}>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr>
            <th scope="row">{name}</th>
            {cells.map((cell) => (
              <td>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
