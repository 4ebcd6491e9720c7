import type { ReactNode } from 'react';
import { printable } from '../../preload/contract/texts/printable.ts';
import { count, timeText } from '../i18n/format.ts';
import { Bytes } from '../ui/bytes.tsx';
import { FilePath } from '../ui/file-path.tsx';
import type { GridColumn } from '../ui/grid-row.tsx';
import type { IconName } from '../ui/icon.tsx';
import { StatusPill, type Tone } from '../ui/status-pill.tsx';
import type { RecordColumn, RecordValue } from './record-rows.ts';

/** For any list: a cell to show, and a value for search, order, and CSV. */
export type Column<Row> = RecordColumn<Row> & GridColumn<Row>;
type Options = Partial<Pick<GridColumn<never>, 'align' | 'sortable' | 'minListPx'>>;
type Value<Row, T> = (row: Row) => T | null | undefined;

function columnOf<Row, T extends RecordValue>(
  place: readonly [id: string, header: string, width: string],
  read: Value<Row, T>,
  show: (value: T) => ReactNode,
  missing: ReactNode,
  options: Options,
): Column<Row> {
  const [id, header, width] = place;
  return {
    id,
    header,
    width,
    ...options,
    value: (row) => read(row) ?? null,
    cell: (row) => {
      const value = read(row);
      return value === null || value === undefined || value === '' ? missing : show(value);
    },
  };
}

/** Text of evidence or of the platform: in full on hover, where a list cuts it. */
export function Text({ value, missing = '' }: { readonly value: string; readonly missing?: string }) {
  return value === '' ? <Missing text={missing} /> : <span title={printable(value)}>{printable(value)}</span>;
}

function Missing({ text = '–' }: { readonly text?: string }) {
  return text === '' ? null : <span className="faint">{text}</span>;
}

export function textColumn<Row>(
  id: string,
  header: string,
  width: string,
  textOf: Value<Row, string>,
  { missing = '', ...options }: Options & { readonly missing?: string } = {},
): Column<Row> {
  const show = (text: string) => <Text value={text} />;
  return columnOf([id, header, width], textOf, show, <Missing text={missing} />, options);
}

export function pathColumn<Row>(
  header: string,
  width: string,
  pathOf: (row: Row) => string,
  options: Options = {},
): Column<Row> {
  return columnOf(['path', header, width], pathOf, (path) => <FilePath path={path} />, null, options);
}

export function countColumn<Row>(
  id: string,
  header: string,
  width: string,
  amountOf: Value<Row, number>,
  options: Options = {},
): Column<Row> {
  return columnOf([id, header, width], amountOf, count, null, { align: 'end', ...options });
}

export function bytesColumn<Row>(
  header: string,
  width: string,
  bytesOf: Value<Row, number>,
  options: Options = {},
): Column<Row> {
  const show = (bytes: number) => <Bytes value={bytes} />;
  return columnOf(['size', header, width], bytesOf, show, <Missing />, { align: 'end', ...options });
}

/** Times in UTC, as the platform has them, sort as text. */
export function timeColumn<Row>(
  id: string,
  header: string,
  timeOf: Value<Row, string>,
  options: Options = {},
): Column<Row> {
  return columnOf([id, header, '176px'], timeOf, timeText, null, options);
}

interface Pill {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly label: string;
  /** On hover, where it says more. */
  readonly title?: string;
}

/** A state as an icon and a word. */
export function pillColumn<Row>(
  id: string,
  header: string,
  width: string,
  stateOf: (row: Row) => Pill,
  options: Options = {},
): Column<Row> {
  return {
    ...{ id, header, width, ...options },
    value: (row) => stateOf(row).label,
    cell: (row) => {
      const { label, title, ...look } = stateOf(row);
      const pill = <StatusPill {...look} label={label} />;
      return title === undefined ? pill : <span title={title}>{pill}</span>;
    },
  };
}

/** A column that only the CSV has. */
export function csvColumn<Row>(header: string, value: RecordColumn<Row>['value']): RecordColumn<Row> {
  return { id: header, header, width: '', value };
}
