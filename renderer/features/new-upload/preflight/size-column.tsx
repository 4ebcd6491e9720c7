import { Bytes } from '../../../ui/bytes.tsx';
import type { GridColumn } from '../../../ui/data-grid.tsx';

/** The size is null where a row is about no file. */
export function sizeColumn<Row extends { readonly sizeBytes: number | null }>(
  header: string,
): GridColumn<Row> {
  return {
    id: 'size',
    header,
    width: '96px',
    minListPx: 660,
    align: 'end',
    sortable: true,
    cell: ({ sizeBytes }) =>
      sizeBytes === null ? <span className="faint">–</span> : <Bytes value={sizeBytes} />,
  };
}
