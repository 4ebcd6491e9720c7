/** Seven locked files, as the engine finds them, of which the password "blue whale" opens five. */

import { success } from '../../../preload/contract/failures/failure.ts';
import { itemId } from '../../../preload/contract/views/ids.ts';
import type {
  LockedFilesSummary,
  LockedFileView,
  lockedColumns,
  TrialStatus,
} from '../../../preload/contract/views/locked-file.ts';

const found: readonly (readonly [string, string, number, string | null, TrialStatus])[] = [
  ['Whitfield, Dana/Archive/2019 board minutes.zip', 'zip', 84_210_331, 'Whitfield, Dana', 'opened'],
  ['Whitfield, Dana/Archive/2020 board minutes.zip', 'zip', 91_870_112, 'Whitfield, Dana', 'opened'],
  ['Osei, Kwame/Finance/Q3 forecast.xlsx', 'office-encrypted', 418_304, 'Osei, Kwame', 'opened'],
  ['Osei, Kwame/Finance/Q4 forecast.xlsx', 'office-encrypted', 422_912, 'Osei, Kwame', 'opened'],
  ['Osei, Kwame/Contracts/Side letter.pdf', 'pdf', 1_204_118, 'Osei, Kwame', 'opened'],
  ['Lindqvist, Åsa/Backup/phone.7z', '7z', 7_411_220_480, 'Lindqvist, Åsa', 'no-fit'],
  ['Lindqvist, Åsa/Backup/old-notebook.rar', 'rar4', 2_118_774, null, 'cannot-try'],
];

export function fakeLockedFiles() {
  const passwords = new Set<string>();
  let isTried = false;
  const files = (): LockedFileView[] =>
    found.map(([path, type, sizeBytes, custodian, status], index) => ({
      itemId: itemId.parse(index + 1),
      path,
      type,
      sizeBytes,
      custodian,
      locked: type === 'zip' ? 'entries' : 'file',
      status: isTried ? status : 'not-tried',
      reason: isTried && status === 'cannot-try' ? 'unsupported' : null,
    }));
  const summary = (): LockedFilesSummary => {
    const count = (status: TrialStatus): number => files().filter((file) => file.status === status).length;
    return {
      files: found.length,
      bytes: found.reduce((sum, [, , sizeBytes]) => sum + sizeBytes, 0),
      byStatus: {
        'not-tried': count('not-tried'),
        opened: count('opened'),
        'no-fit': count('no-fit'),
        'cannot-try': count('cannot-try'),
        unreadable: count('unreadable'),
      },
      passwords: passwords.size,
      trial: null,
      mustEnterAgain: false,
    };
  };
  return {
    'passwords.summary': () => success(summary()),
    'passwords.files': ({
      status,
      search,
      sort,
      offset,
      limit,
    }: {
      readonly status: TrialStatus | null;
      readonly search: string;
      readonly sort: { readonly column: (typeof lockedColumns)[number]; readonly descending: boolean };
      readonly offset: number;
      readonly limit: number;
    }) => {
      const { column, descending } = sort;
      const keyOf = (file: LockedFileView) => file[column === 'size' ? 'sizeBytes' : column] ?? '';
      const wanted = files()
        .filter((file) => (status === null || file.status === status) && file.path.includes(search))
        .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1) * (descending ? -1 : 1));
      return success({ total: wanted.length, files: wanted.slice(offset, offset + limit) });
    },
    'passwords.add': ({ passwords: more }: { readonly passwords: readonly string[] }) => {
      const before = passwords.size;
      for (const password of more) passwords.add(password);
      isTried = true;
      return success({ added: passwords.size - before });
    },
    'passwords.addFrom': () => success({ added: 0 }),
    'passwords.clear': () => {
      passwords.clear();
      isTried = false;
      return success(undefined);
    },
    'passwords.try': () => {
      isTried = true;
      return success(summary());
    },
    'passwords.cancel': () => success(undefined),
    'passwords.writeList': () => success(undefined),
  };
}
