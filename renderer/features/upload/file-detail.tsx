import { useCallback, useEffect, useState } from 'react';
import type { ItemView, PartsView } from '../../../preload/contract/views.ts';
import { bytes, time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { call } from '../../state/bridge.ts';
import { useProgress } from '../../state/selectors.ts';
import { useNow } from '../../state/use-now.ts';
import { useQuery } from '../../state/use-query.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { PartsCell } from '../../ui/parts-layout.ts';
import { PartsMap } from '../../ui/parts-map.tsx';
import type { FileRow } from './file-columns.tsx';

const t = words.uploadFiles;

/** What opens below a file: what is known of it, its reason, its parts. */
export function FileDetail({ row, uploadId }: { readonly row: FileRow; readonly uploadId: number }) {
  const { item } = row;
  const moves = useProgress(uploadId)?.active.some((each) => each.itemId === item.id) === true;
  // Once a second while it moves: ten thousand parts are not asked for at every step.
  const second = Math.floor(useNow(1_000) / 1_000);
  const parts = useQuery(
    'uploads.parts',
    item.state === 'skipped' ? null : { argument: { uploadId, itemId: item.id } },
    `${item.state} ${moves ? second : item.partsDone}`,
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
      {parts.kind === 'failed' ? <FailureNotice failure={parts.failure} onRetry={parts.refetch} /> : null}
      {parts.kind !== 'loaded' || item.state === 'skipped' ? null : parts.value.partCount === 0 ? (
        <p className="faint">{t.noParts}</p>
      ) : (
        <Parts item={item} parts={parts.value} uploadId={uploadId} />
      )}
    </div>
  );
}

function Parts({
  item,
  parts,
  uploadId,
}: {
  readonly item: ItemView;
  readonly parts: PartsView;
  readonly uploadId: number;
}) {
  const [cell, setCell] = useState<PartsCell | null>(null);
  const etag = useEtag(uploadId, item.id, cell?.first === cell?.last && cell?.done === 1 ? cell.first : null);
  return (
    <PartsMap
      parts={parts}
      about={t.parts(parts.partCount, bytes(parts.partSizeBytes))}
      onCell={setCell}
      told={cell === null ? '' : cellText(cell, item.sizeBytes, parts.partSizeBytes, etag)}
    />
  );
}

function cellText(cell: PartsCell, sizeBytes: number, partSizeBytes: number, etag: string | null): string {
  const { first, last, done, inFlight, retried } = cell;
  const toSend = last - first + 1 - done - inFlight;
  const one = first === last;
  const state = (amount: number, word: string) => (amount === 0 ? [] : [one ? word : `${amount} ${word}`]);
  const size = Math.min(partSizeBytes, sizeBytes - (first - 1) * partSizeBytes);
  return [
    one ? words.ui.part(first, bytes(size)) : words.ui.partRange(first, last),
    ...state(done, words.ui.partUploaded),
    ...state(inFlight, words.ui.partInFlight),
    ...state(toSend, words.ui.partWaiting),
    ...state(retried, words.ui.partRetried),
    ...(etag === null ? [] : [words.ui.partEtag(etag)]),
  ].join(' · ');
}

/** Asked for when the pointer rests on a part, not for each it passes. */
function useEtag(uploadId: number, itemId: number, number: number | null): string | null {
  const [known, setKnown] = useState<{ readonly number: number; readonly etag: string | null } | null>(null);
  useEffect(() => {
    if (number === null) return;
    let wanted = true;
    const timer = setTimeout(() => {
      void call('uploads.part', { uploadId, itemId, number }).then((answer) => {
        if (wanted && answer.ok) setKnown({ number, etag: answer.value.etag });
      });
    }, 120);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [uploadId, itemId, number]);
  return known !== null && known.number === number ? known.etag : null;
}

/** As high as what a file has to show: its facts, its reason, and a field that grows with its parts. */
export function detailHeightPx({ item }: FileRow): number {
  const facts = 39;
  const reason = item.reason === null ? 0 : 63;
  if (item.state === 'skipped') return facts + reason;
  const count = item.partCount ?? 0;
  const field = count <= 60 ? 14 : count <= 250 ? 36 : count <= 450 ? 58 : count <= 1_500 ? 84 : 110;
  return facts + reason + (count === 0 ? 25 : 30 + field);
}

export function useFileDetail(uploadId: number): (row: FileRow) => ReturnType<typeof FileDetail> {
  return useCallback((row) => <FileDetail row={row} uploadId={uploadId} />, [uploadId]);
}
