/** What pre-flight found in a simulated draft: a few of every severity, and many of one kind. */

import type { FindingGroup, FindingRow } from '../../../preload/contract/calls/preflight-calls.ts';
import { success } from '../../../preload/contract/failures/failure.ts';
import type { Argument } from '../../../preload/contract/index.ts';
import { type Found, severityOf } from '../../../preload/contract/views/finding.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';

const samples: readonly (readonly [found: Found, findings: number, path: (index: number) => string])[] = [
  [
    { code: 'damaged', details: { type: 'zip', damage: { kind: 'end-missing', part: 'end-record' } } },
    1,
    () => 'Mercer, Dana/Archive/board papers 2023.zip',
  ],
  [
    { code: 'unreadable', details: { errno: 'EACCES' } },
    2,
    (index) => `Okafor, Ben/Private/notes ${index + 1}.docx`,
  ],
  [
    { code: 'encrypted', details: { type: 'pdf', locked: 'file', encryptedEntries: null } },
    7,
    (index) => `Mercer, Dana/Contracts/side letter ${index + 1}.pdf`,
  ],
  [
    { code: 'cloud-only', details: { sign: 'no-blocks' } },
    38,
    (index) => `Iyer, Priya/OneDrive/report ${index + 1}.xlsx`,
  ],
  [{ code: 'empty', details: {} }, 214, (index) => `Okafor, Ben/Mail/attachment ${index + 1}.tmp`],
  [
    { code: 'type-mismatch', details: { type: 'pdf', extension: 'jpg' } },
    3,
    (index) => `Iyer, Priya/Scans/page ${index + 1}.jpg`,
  ],
];
const sizeBytes = 48_213;

const groupOf = ([{ code }, findings]: (typeof samples)[number]): FindingGroup => ({
  code,
  severity: severityOf(code),
  findings,
  ofFiles: findings,
  bytes: code === 'empty' ? 0 : findings * sizeBytes,
  skipped: 0,
  opened: 0,
});

function* rows(): Generator<FindingRow> {
  let id = 0;
  for (const [found, findings, path] of samples)
    for (let index = 0; index < findings; index += 1) {
      id += 1;
      const finding = { ...found, id, itemId: id, severity: severityOf(found.code), path: path(index) };
      yield { finding, sizeBytes: found.code === 'empty' ? 0 : sizeBytes, state: 'queued' };
    }
}

export function findingHandlers(find: (uploadId: number) => UploadView) {
  return {
    'preflight.summary': ({ uploadId }: { uploadId: number }) => {
      const files = find(uploadId).totals.queued.items;
      return success({
        groups: samples.map(groupOf),
        inspection: { checked: files, files, isSkipped: false },
      });
    },
    'preflight.findings': ({ offset, limit, codes, severities, search }: Argument<'preflight.findings'>) => {
      const matching = [...rows()].filter(
        ({ finding }) =>
          (codes.length === 0 || codes.includes(finding.code)) &&
          (severities.length === 0 || severities.includes(finding.severity)) &&
          finding.path.toLowerCase().includes(search.toLowerCase()),
      );
      return success({ total: matching.length, rows: matching.slice(offset, offset + limit) });
    },
    'preflight.skipChecks': () => success(undefined),
    'exports.findings': () => success(undefined),
  };
}
