import { formatNumber } from "../format.ts";
import { type Content, type Html, html } from "./html.ts";

/** A column: its heading and its cell for a row. Numeric columns are right-aligned. */
export interface Column<Row> {
  readonly heading: Content;
  readonly numeric?: boolean;
  cell(row: Row): Content;
}

/** A column of numbers with so many digits after the point; a dash where there is none. */
export function numberColumn<Row>(
  heading: string,
  digits: number,
  pick: (row: Row) => number | undefined,
): Column<Row> {
  return { heading, numeric: true, cell: (row) => formatNumber(pick(row) ?? Number.NaN, digits) };
}

interface TableOptions<Row> {
  /** What the table shows, for screen readers. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly caption?: Content;
  /** Which rows are highlighted. */
  readonly marked?: (row: Row) => boolean;
}

/** A table whose headings stay visible; the first cell of a row is its header. */
export function table<Row>({ name, columns, rows, caption, marked }: TableOptions<Row>): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="${name}"><table>
${caption === undefined ? undefined : html`<caption>${caption}</caption>\n`}<thead><tr>${columns.map(
    ({ heading, numeric }) => html`<th scope="col"${align(numeric)}>${heading}</th>`,
  )}</tr></thead>
<tbody>
${rows.map(
  (row) =>
    html`<tr${marked?.(row) ? html` class="marked"` : undefined}>${columns.map(({ numeric, cell }, i) =>
      i === 0
        ? html`<th scope="row"${align(numeric)}>${cell(row)}</th>`
        : html`<td${align(numeric)}>${cell(row)}</td>`,
    )}</tr>\n`,
)}</tbody>
</table></div>`;
}

const align = (numeric = false): Html | undefined => (numeric ? html` class="number"` : undefined);
