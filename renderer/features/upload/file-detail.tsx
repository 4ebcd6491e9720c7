import { useCallback } from 'react';
import { bytes, time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { useQuery } from '../../state/asking.ts';
import { useProgress } from '../../state/hooks.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { PartsMap } from '../../ui/parts-map.tsx';
import type { FileRow } from './file-columns.tsx';

const t = words.uploadFiles;

/** What opens below a file: what is known of it, its reason, its parts. */
export function FileDetail({ row, uploadId }: { readonly row: FileRow; readonly uploadId: number }) {
  const { item } = row;
  // Parts of a file that moves are asked for once a second, by its own progress.
  const active = useProgress(uploadId)?.active.find((each) => each.itemId === item.id);
  const parts = useQuery(
    'uploads.parts',
    item.state === 'left-out' ? null : { argument: { uploadId, itemId: item.id } },
    `${item.state} ${active?.parts.done ?? item.partsDone} ${active?.partsInFlight ?? 0}`,
  );
  const facts = [
    ...(item.sourceFileId === null ? [] : [t.sourceFile(item.sourceFileId)]),
    ...(item.modifiedAt === null ? [] : [t.modified(time(item.modifiedAt))]),
    ...(item.answerState === null ? [] : [`${t.accepted}: ${item.answerState}`]),
  ];
  return (
    <div className="file-detail">
      <p className="file-facts selectable">
        <span>{facts.join(' · ')}</span>
        {item.sha1 === null ? null : <span className="mono">{item.sha1}</span>}
      </p>
      {item.reason === null ? null : <p className="file-reason selectable">{item.reason}</p>}
      {parts.kind === 'failed' ? <FailureNotice failure={parts.failure} onRetry={parts.again} /> : null}
      {parts.kind === 'here' && item.state !== 'left-out' ? (
        parts.value.partCount === 0 ? (
          <p className="faint">{t.noParts}</p>
        ) : (
          <PartsMap
            parts={parts.value}
            about={t.parts(parts.value.partCount, bytes(parts.value.partSizeBytes))}
          />
        )
      ) : null}
    </div>
  );
}

export function useFileDetail(uploadId: number): (row: FileRow) => ReturnType<typeof FileDetail> {
  return useCallback((row) => <FileDetail row={row} uploadId={uploadId} />, [uploadId]);
}
