import { type ReactNode, useMemo } from 'react';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { keyStorageText } from '../../../preload/contract/texts/signing-key-text.ts';
import { timestampNameText } from '../../../preload/contract/texts/timestamp-text.ts';
import {
  comparisonNotProvedText,
  comparisonResult,
  differenceCount,
  differenceText,
  isProved,
  receiptMismatchText,
  receiptProofText,
  verifyProblemText,
} from '../../../preload/contract/texts/verify-text.ts';
import type {
  ComparisonView,
  DifferenceView,
  VerifyView,
} from '../../../preload/contract/views/verify-view.ts';
import { exactTime } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { pathColumn, textColumn } from '../../shared/columns.tsx';
import { useLocalRows } from '../../state/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSaveFile } from '../../ui/use-save-file.tsx';
import { notProvedLines, proofTone, provedLines } from './verify-result.ts';

const verifyWords = words.verify;

export function VerifyReport({ view }: { readonly view: VerifyView }) {
  const { title, text } = receiptProofText(view.proof, view.headMatches);
  const reasons = [...view.problems.map(verifyProblemText), ...view.mismatches.map(receiptMismatchText)];
  const proved = provedLines(view);
  const notProved = notProvedLines(view);
  return (
    <>
      <Notice tone={proofTone(view)} title={title}>
        {text}
        <Lines lines={reasons} />
      </Notice>
      {view.comparison === null ? null : <Comparison view={view} comparison={view.comparison} />}
      <Card title={verifyWords.proved}>
        {proved.length === 0 ? <p>{verifyWords.nothingProved}</p> : <Lines lines={proved} />}
      </Card>
      {notProved.length === 0 ? null : (
        <Card title={verifyWords.notProved}>
          <Lines lines={notProved} />
        </Card>
      )}
      <Card title={verifyWords.details}>
        <Details view={view} />
      </Card>
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="verify-lines selectable">
      {lines.map((line) => (
        <li key={line}>{printable(line)}</li>
      ))}
    </ul>
  );
}

function Details({ view }: { readonly view: VerifyView }) {
  const { proof, signer, timestamp } = view;
  // None is known of a receipt that isn't intact, which isn't the same as that it has none.
  const signature: readonly (readonly [string, ReactNode])[] =
    proof === 'not-intact'
      ? []
      : [
          [
            verifyWords.signedWith,
            signer === null ? (
              words.common.none
            ) : (
              <span key="key">
                <span className="mono">{signer.fingerprint}</span> (
                {verifyWords.keyKept(keyStorageText(signer.storage))})
              </span>
            ),
          ],
          [
            verifyWords.timestamp,
            timestamp === null ? words.common.none : printable(timestampNameText(timestamp)),
          ],
        ];
  return (
    <DescriptionList
      items={[
        [verifyWords.file, view.path],
        [verifyWords.upload, printable(verifyWords.target(view))],
        [verifyWords.server, printable(view.serverUrl)],
        [verifyWords.uploadedBy, printable(verifyWords.person(view))],
        [verifyWords.issued, view.issuedAt === null ? words.common.none : exactTime(view.issuedAt)],
        [verifyWords.contents, verifyWords.files(view)],
        ...signature,
        [
          verifyWords.logHead,
          <span key="head" className="mono">
            {view.head}
          </span>,
        ],
      ]}
    />
  );
}

const columns: readonly GridColumn<DifferenceView>[] = [
  pathColumn(verifyWords.path, 'minmax(160px, 2fr)', ({ path }) => printable(path)),
  textColumn('kind', verifyWords.difference, '120px', ({ kind }) => verifyWords.kinds[kind]),
  textColumn('detail', verifyWords.detail, 'minmax(160px, 2fr)', ({ reason }) => differenceText(reason)),
];

const rowPx = 32;
const headerPx = 40;

function Comparison({
  view,
  comparison,
}: {
  readonly view: VerifyView;
  readonly comparison: ComparisonView;
}) {
  const exporting = useSaveFile('save-differences', 'receipts.exportDifferences');
  const differences = differenceCount(comparison);
  const rows = useLocalRows(useMemo(() => comparison.differences, [comparison]));
  const exportAll = () => exporting.save({ name: words.fileNames.differences }, (path) => ({ path }));
  const notProved = isProved(view.proof) ? '' : ` ${comparisonNotProvedText}`;
  if (differences === 0) {
    const result = comparisonResult(comparison);
    return (
      <Notice
        tone={result === 'match' && isProved(view.proof) ? 'ok' : 'warn'}
        title={verifyWords.noDifferences[result]}
      >
        {verifyWords.comparison(comparison.folder)}.{notProved}
      </Notice>
    );
  }
  const shown =
    comparison.differencesNotListed > 0 ? verifyWords.differencesShown(comparison.differences.length) : '';
  return (
    <>
      <Notice
        tone="bad"
        title={verifyWords.differences(differences)}
        action={
          <Button small icon="download" busy={exporting.busy} onPress={exportAll}>
            {words.common.exportCsv}
          </Button>
        }
      >
        {verifyWords.comparison(comparison.folder)}: {verifyWords.counts(comparison)}. {shown}
        {notProved}
      </Notice>
      {exporting.notice}
      <div
        className="verify-differences card"
        style={{ height: headerPx + rowPx * comparison.differences.length }}
      >
        <DataGrid
          label={verifyWords.differences(differences)}
          columns={columns}
          rows={rows}
          rowPx={rowPx}
          rowText={({ path, kind, reason }) =>
            [path, verifyWords.kinds[kind], differenceText(reason)].join('\t')
          }
        />
      </div>
    </>
  );
}
