import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { percent } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { uploadHref } from '../../navigation/routes.ts';
import { fileCount, totalToUpload } from '../../state/upload-totals.ts';
import { Bytes } from '../../ui/bytes.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { UploadProgressBar } from '../../ui/upload-progress-bar.tsx';
import { acceptanceStatus, uploadDateText, uploadStatus } from '../../ui/upload-status.ts';
import { timeLeft } from './upload-columns.tsx';
import { groupByMonth, type UploadRow } from './upload-rows.ts';

const cardPx = 162;
const headingPx = 34;
const narrowestPx = 320;

type Line =
  | { readonly kind: 'month'; readonly month: string; readonly uploads: number }
  | { readonly kind: 'cards'; readonly cards: readonly UploadRow[] };

/** Cards under their months; only the lines in view exist. */
export function UploadCards({
  rows,
  label,
}: {
  readonly rows: readonly UploadRow[];
  readonly label: string;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [perLine, setPerLine] = useState(3);
  const lines = useMemo(() => linesOf(rows, perLine), [rows, perLine]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setPerLine(Math.max(1, Math.floor(element.clientWidth / narrowestPx)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'month' ? headingPx : cardPx),
    getItemKey: (index) => index,
    overscan: 4,
  });
  // The heights depend on the lines, which the virtualizer does not see change.
  useLayoutEffect(() => {
    if (lines.length >= 0) virtual.measure();
  }, [lines, virtual]);

  return (
    <section ref={scroller} className="cards" aria-label={label}>
      <div className="cards-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          return (
            <div key={item.key} className="cards-line" style={{ top: item.start, height: item.size }}>
              {line.kind === 'month' ? (
                <h2 className="cards-month">{words.uploads.inMonth(line.month, line.uploads)}</h2>
              ) : (
                <div
                  className="cards-row"
                  style={{ gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))` }}
                >
                  {line.cards.map((row) => (
                    <UploadCard key={row.upload.id} row={row} />
                  ))}
                </div>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function linesOf(rows: readonly UploadRow[], perLine: number): readonly Line[] {
  return groupByMonth(rows).flatMap(([month, group]): readonly Line[] => [
    { kind: 'month', month, uploads: group.length },
    ...Array.from({ length: Math.ceil(group.length / perLine) }, (_, line) => ({
      kind: 'cards' as const,
      cards: group.slice(line * perLine, (line + 1) * perLine),
    })),
  ]);
}

function UploadCard({ row }: { readonly row: UploadRow }) {
  const { upload, progress } = row;
  const status = uploadStatus(upload, progress);
  const accepted = acceptanceStatus(upload);
  return (
    <a className="upload-card card" href={uploadHref(upload)} draggable={false}>
      <span className="upload-card-head">
        <span className="upload-card-name truncate" title={upload.name}>
          {upload.isSandbox ? <Icon name="practice" size={14} /> : null}
          {upload.name}
        </span>
        <StatusPill tone={status.tone} icon={status.icon}>
          {status.label}
        </StatusPill>
      </span>
      <span className="upload-card-where">
        <span className="truncate">{upload.databaseName}</span>
        <span className="truncate faint" title={status.reason ?? ''}>
          {status.reason ?? ''}
        </span>
      </span>
      <span className="upload-card-bar">
        {upload.state === 'ready' ? null : <UploadProgressBar upload={upload} />}
      </span>
      <span className="upload-card-line">
        <span className="truncate">
          {words.common.files(fileCount(upload))} · <Bytes value={totalToUpload(upload)} />
        </span>
        <span>{timeLeft(row)}</span>
      </span>
      <span className="upload-card-line">
        <span className="truncate">
          {accepted === null ? '' : `${words.uploads.platform}: ${accepted.label}`}
        </span>
        <span>
          {upload.state === 'uploading' || upload.state === 'paused'
            ? percent(upload.acknowledgedBytes, totalToUpload(upload))
            : ''}
        </span>
      </span>
      <span className="upload-card-line faint">
        <span>{uploadDateText(upload)}</span>
      </span>
    </a>
  );
}
