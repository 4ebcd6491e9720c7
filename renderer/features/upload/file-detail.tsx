import { useCallback, useEffect, useState } from 'react';
import { valueText } from '../../../preload/contract/platform/value-text.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { linkWarningText } from '../../../preload/contract/texts/link-check-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import {
  type HashAlgorithm,
  hashAlgorithms,
  hashNames,
} from '../../../preload/contract/views/hash-algorithm.ts';
import type { ItemView, PartsView } from '../../../preload/contract/views/views.ts';
import { count, fileTime } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { FindingLines } from '../../shared/finding-lines.tsx';
import { itemReasonText } from '../../shared/upload-status.ts';
import { call } from '../../state/bridge.ts';
import { useProgress } from '../../state/selectors.ts';
import { useNow } from '../../state/use-now.ts';
import { useQuery } from '../../state/use-query.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { FileRow } from './file-columns.tsx';
import { type PartsCell, partBytes } from './parts-layout.ts';
import { PartsMap } from './parts-map.tsx';
import './upload-tabs.css';

/** What opens below a file's row: its metadata, the reason it was not accepted, and its parts. */
function FileDetail({ row, uploadId }: { readonly row: FileRow; readonly uploadId: number }) {
  const { item } = row;
  const isActive = useProgress(uploadId)?.active.some((each) => each.itemId === item.id) === true;
  // At most once a second: a file can have ten thousand parts.
  const second = Math.floor(useNow(1_000) / 1_000);
  const parts = useQuery(
    'uploads.parts',
    hasParts(item) ? { argument: { uploadId, itemId: item.id } } : null,
    `${item.state} ${isActive ? second : item.partsDone}`,
  );
  const metadata = [
    ...(item.sourceFileId === null ? [] : [words.uploadFiles.sourceFile(item.sourceFileId)]),
    ...(item.pack === null ? [] : [words.uploadFiles.pack(item.pack.number, item.pack.files)]),
    ...(item.modifiedAt === null ? [] : [words.uploadFiles.modified(fileTime(item.modifiedAt))]),
    ...(item.link?.check?.sizeBytes == null
      ? []
      : [words.uploadFiles.linkSize(formatBytes(item.link.check.sizeBytes))]),
    ...(item.answerState === null ? [] : [words.uploadFiles.platformState(valueText(item.answerState))]),
  ];
  const notes = notesOf(item);
  const hashes = hashesOf(item);
  return (
    <div className="file-detail">
      {/* Scrolls if it is long, and can be scrolled with the keyboard. */}
      <p
        className="file-detail-path selectable"
        style={{ height: pathHeightPx(item) }}
        tabIndex={isLongPath(item) ? 0 : undefined}
      >
        {printable(item.path)}
      </p>
      <p className="file-detail-metadata selectable truncate" title={metadata.join(' · ')}>
        {metadata.join(' · ')}
      </p>
      {hashes.length === 0 ? null : (
        <dl className="file-detail-hashes selectable">
          {hashes.map(([name, hash]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="mono">{hash}</dd>
            </div>
          ))}
        </dl>
      )}
      {notes === '' ? null : <p className="file-detail-reason selectable">{notes}</p>}
      {item.findings.length === 0 ? null : (
        <FindingLines
          findings={item.findings}
          count={item.findingCount}
          heightPx={findingsPx(item.findings)}
        />
      )}
      <FailureNotice failure={parts.failure} onRetry={parts.refetch} />
      {parts.kind !== 'loaded' || !hasParts(item) ? null : parts.value.partCount > 0 ? (
        <Parts item={item} parts={parts.value} uploadId={uploadId} />
      ) : item.state === 'queued' ? (
        <p className="faint">{words.uploadFiles.noParts}</p>
      ) : null}
    </div>
  );
}

/** Of what was sent, by the names that people write. */
export function hashesOf(item: Pick<ItemView, HashAlgorithm>): readonly (readonly [string, string])[] {
  return hashAlgorithms.flatMap((algorithm) => {
    const hash = item[algorithm];
    return hash === null ? [] : [[hashNames[algorithm], hash] as const];
  });
}

const findingsPx = (findings: ItemView['findings']): number => Math.min(findings.length, 3) * 40;

/** Why it was not accepted, and what was found out about a link before it was handed over. */
function notesOf(item: ItemView): string {
  const warnings = item.link?.check?.warnings ?? [];
  return [itemReasonText(item) ?? [], warnings.map(linkWarningText)].flat(2).join(' ');
}

/** A link has none: the platform fetches it itself. A file in a pack is a piece of one of the pack's. */
function hasParts({ state, link, pack }: ItemView): boolean {
  return state !== 'skipped' && link === null && pack === null;
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
  const uploadedPart = cell !== null && cell.first === cell.last && cell.done === 1 ? cell.first : null;
  const { partCount, partSizeBytes } = parts;
  const sizeBytes = item.sizeBytes ?? 0;
  const etag = useEtag(uploadId, item.id, uploadedPart);
  return (
    <PartsMap
      parts={parts}
      caption={words.uploadFiles.parts(partCount, formatBytes(partBytes(1, partSizeBytes, sizeBytes)))}
      onCell={setCell}
      cellText={cell === null ? '' : cellText(cell, sizeBytes, partSizeBytes, etag)}
    />
  );
}

function cellText(cell: PartsCell, sizeBytes: number, partSizeBytes: number, etag: string | null): string {
  const { first, last, done, inFlight, retried } = cell;
  const waiting = last - first + 1 - done - inFlight;
  const isOnePart = first === last;
  const amountText = (amount: number, label: string) =>
    amount === 0 ? [] : [isOnePart ? label : `${count(amount)} ${label}`];
  return [
    isOnePart
      ? words.ui.part(first, formatBytes(partBytes(first, partSizeBytes, sizeBytes)))
      : words.ui.partRange(first, last),
    ...amountText(done, words.ui.partUploaded),
    ...amountText(inFlight, words.ui.partInFlight),
    ...amountText(waiting, words.ui.partWaiting),
    ...amountText(retried, words.ui.partRetried),
    ...(etag === null ? [] : [words.ui.partEtag(etag)]),
  ].join(' · ');
}

/** Fetched once the pointer rests on a part, not for every part it crosses. */
const hoverDelayMs = 120;

function useEtag(uploadId: number, itemId: number, number: number | null): string | null {
  const [known, setKnown] = useState<{ readonly number: number; readonly etag: string | null } | null>(null);
  useEffect(() => {
    if (number === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void call('uploads.part', { uploadId, itemId, number }).then((answer) => {
        if (isCurrent && answer.ok) setKnown({ number, etag: answer.value.etag });
      });
    }, hoverDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [uploadId, itemId, number]);
  return known !== null && known.number === number ? known.etag : null;
}

const isLongPath = ({ path }: ItemView): boolean => path.length > 90;
const pathHeightPx = (item: ItemView): number => (isLongPath(item) ? 54 : 18);

/** The height of the path, the metadata, the reason, and a parts map that grows with the number of parts. */
export function detailHeightPx({ item }: FileRow): number {
  const hashes = hashesOf(item).length;
  const metadata = 39 + pathHeightPx(item) + 6 + (hashes === 0 ? 0 : hashes * 18 + 6);
  const found = item.findings.length === 0 ? 0 : findingsPx(item.findings) + 6;
  const reason = (notesOf(item) === '' ? 0 : 63) + found;
  if (!hasParts(item)) return metadata + reason;
  const count = item.partCount ?? 0;
  const map = count <= 60 ? 14 : count <= 250 ? 36 : count <= 450 ? 58 : count <= 1_500 ? 84 : 110;
  return metadata + reason + (count === 0 ? 25 : 30 + map);
}

export function useFileDetail(uploadId: number): (row: FileRow) => ReturnType<typeof FileDetail> {
  return useCallback((row) => <FileDetail row={row} uploadId={uploadId} />, [uploadId]);
}
