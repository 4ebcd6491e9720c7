import type { DirectoryFinding, DirectoryFindingCode } from '../../../preload/contract/views/directory.ts';

/** A finding shows which cell is meant; it doesn't repeat a page of text. */
const maxValueLength = 200;

export function directoryFinding(
  code: DirectoryFindingCode,
  { value = null, columnName = null, ...details }: Partial<Omit<DirectoryFinding, 'code'>> = {},
): DirectoryFinding {
  return {
    code,
    line: null,
    column: null,
    number: null,
    ...details,
    columnName: shortened(columnName),
    value: shortened(value),
  };
}

function shortened(text: string | null): string | null {
  return text === null || text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength)}…`;
}
