import { rehearsalCountText } from '../../../../preload/contract/texts/exception-text.ts';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import type { HoldableIssue } from '../../../../preload/contract/views/exception.ts';
import type { RehearsalView } from '../../../../preload/contract/watch/watch-rehearsal.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { pathColumn, textColumn } from '../../../shared/columns.tsx';
import { useLocalRows } from '../../../state/use-paged-list.ts';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataGrid, type GridColumn } from '../../../ui/data-grid.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import '../../../ui/table.css';

const setupWords = words.watchSetup;
const folderWords = words.watchedFolder;

/** What would be sent where. */
export function rehearsalSummary(result: RehearsalView): string {
  const { files, bytes, datasets, moreDatasets, custodians, moreCustodians } = result;
  if (files === 0) return setupWords.resultNone;
  const unnamed = custodians.find(({ custodian }) => custodian === null);
  return setupWords.result({
    files,
    size: setupWords.sizeOf(bytes),
    datasets: datasets.length + moreDatasets,
    custodians: custodians.length + moreCustodians - (unnamed === undefined ? 0 : 1),
    withoutCustodian: unnamed?.files ?? 0,
  });
}

/** What a rule would do with the files that are in the folder now. */
export function RehearsalResult({
  result,
  hold,
}: {
  readonly result: RehearsalView;
  readonly hold: readonly HoldableIssue[];
}) {
  const { files, datasets, moreDatasets, custodians, moreCustodians } = result;
  const unnamed = custodians.find(({ custodian }) => custodian === null)?.files ?? 0;
  return (
    <>
      {files === 0 ? null : <p className="small muted">{rehearsalCountText(hold)}</p>}
      {unnamed === 0 ? null : (
        <Notice tone="warn" title={setupWords.withoutCustodianTitle(unnamed)}>
          {setupWords.withoutCustodianText}
        </Notice>
      )}
      {files === 0 ? null : (
        <div className="rehearsal-columns">
          <Tallies
            title={setupWords.datasets}
            nameHeader={setupWords.datasetColumn}
            rows={datasets.map(({ name, ...tally }) => ({ name, ...tally }))}
            more={moreDatasets}
          />
          <Tallies
            title={setupWords.custodians}
            nameHeader={setupWords.custodian}
            rows={custodians.map(({ custodian, ...tally }) => ({
              name: custodian ?? words.common.noCustodian,
              ...tally,
            }))}
            more={moreCustodians}
          />
        </div>
      )}
      <NotTaken result={result} />
      {result.examples.length === 0 ? null : <Examples result={result} />}
    </>
  );
}

interface Tally {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

function Tallies({
  title,
  nameHeader,
  rows,
  more,
}: {
  readonly title: string;
  readonly nameHeader: string;
  readonly rows: readonly Tally[];
  readonly more: number;
}) {
  return (
    <Card title={title} bare>
      {/* Long lists scroll, also with the keyboard. */}
      <section
        className="rehearsal-tallies"
        aria-label={nameHeader}
        {...(rows.length > 8 ? { tabIndex: 0 } : {})}
      >
        <table className="table">
          <thead>
            <tr>
              <th>{nameHeader}</th>
              <th className="number">{setupWords.files}</th>
              <th className="number">{setupWords.size}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, files, bytes }) => (
              <tr key={name}>
                <td className="rehearsal-name">{printable(name)}</td>
                <td className="number">{count(files)}</td>
                <td className="number">
                  <Bytes value={bytes} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {more === 0 ? null : <p className="small muted">{setupWords.more(more)}</p>}
      </section>
    </Card>
  );
}

function NotTaken({ result }: { readonly result: RehearsalView }) {
  const rows: readonly (readonly [string, number])[] = [
    [setupWords.notYetSettled, result.notYetSettled],
    [setupWords.alreadyTaken, result.alreadyTaken],
    ...result.skipped.map(({ code, files }) => [setupWords.skipped[code], files] as const),
    [setupWords.unreadable, result.unreadable],
  ];
  const shown: (readonly [string, string])[] = rows
    .filter(([, files]) => files > 0)
    .map(([label, files]) => [label, words.common.files(files)]);
  const { ignoredFolder } = result;
  if (ignoredFolder !== null)
    shown.push([folderWords.facts.ignored, printable(folderWords.ignored(ignoredFolder))]);
  if (shown.length === 0) return null;
  return (
    <Card title={setupWords.notTaken}>
      <DescriptionList items={shown} />
    </Card>
  );
}

type Example = RehearsalView['examples'][number];

const columns: readonly GridColumn<Example>[] = [
  pathColumn(setupWords.path, 'minmax(180px, 3fr)', ({ path }) => path),
  textColumn('dataset', setupWords.datasetColumn, 'minmax(120px, 1.5fr)', ({ dataset }) => dataset),
  textColumn('custodian', setupWords.custodian, 'minmax(110px, 1fr)', ({ custodian }) => custodian, {
    missing: words.common.noCustodian,
  }),
];

function Examples({ result }: { readonly result: RehearsalView }) {
  const title = setupWords.examples(result.examples.length, result.files);
  return (
    <Card title={title} bare>
      <div className="rehearsal-examples">
        <DataGrid
          label={title}
          columns={columns}
          rows={useLocalRows(result.examples)}
          rowText={({ path }) => path}
        />
      </div>
    </Card>
  );
}
