import { useEffect, useMemo, useState } from 'react';
import { likelihoodText, matchText } from '../../../../preload/contract/texts/custodian-match-text.ts';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import type {
  DirectoryMatches as Matches,
  MatchRow,
} from '../../../../preload/contract/views/custodian-match.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { time } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import {
  bytesColumn,
  type Column,
  countColumn,
  csvColumn,
  pillColumn,
  textColumn,
} from '../../../shared/columns.tsx';
import { folderNames } from '../../../shared/folder-names.ts';
import { gridColumns, type RecordColumn } from '../../../shared/record-rows.ts';
import { useRecords } from '../../../shared/use-records.ts';
import { call } from '../../../state/bridge.ts';
import { useDirectoryProgress } from '../../../state/directory-progress.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useFileCommand } from '../../../state/use-file-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import type { Tone } from '../../../ui/status-pill.tsx';
import { DecideMatch } from './decide-match.tsx';
import './custodians.css';

const matchWords = words.custodianMatches;

/** The draft's custodians against the people of a legal hold directory: what is certain, and a queue of the rest. */
export function DirectoryMatches({
  upload,
  version,
  onChanged,
}: {
  readonly upload: UploadView;
  /** Changes when custodians may have changed. */
  readonly version: string;
  readonly onChanged: (announcement: string) => void;
}) {
  const uploadId = upload.id;
  const list = useQuery('custodianMatches.list', { argument: { uploadId } }, version);
  const choose = useFileCommand('directory-csv', 'custodianMatches.compare');
  const again = useCommand('custodianMatches.compareAgain');
  const accept = useCommand('custodianMatches.acceptCertain');
  const isComparing = choose.busy || again.busy;
  // Nobody sees the result any more.
  useEffect(() => () => void call('custodianMatches.cancel', undefined), []);

  const matches = list.kind === 'loaded' ? list.value : null;
  const certain = (matches?.rows ?? []).filter(isCertainRename).length;
  const failure = choose.failure ?? again.failure ?? accept.failure;

  async function compare(compared: Promise<{ readonly ok: boolean }>) {
    if ((await compared).ok) list.refetch();
  }
  async function acceptCertain() {
    const answer = await accept.run({ uploadId });
    if (!answer.ok) return;
    list.refetch();
    onChanged(matchWords.renamed(answer.value.renamed));
  }

  return (
    <div className="directory-matches">
      <div className="directory-matches-bar">
        <Button
          small
          icon="file"
          busy={choose.busy}
          disabled={again.busy}
          onPress={() => void compare(choose.run((path) => ({ uploadId, path })))}
        >
          {matchWords.choose}
        </Button>
        {isComparing ? (
          <Button onPress={() => void call('custodianMatches.cancel', undefined)}>
            {words.common.cancel}
          </Button>
        ) : null}
        {matches?.directory == null || isComparing ? null : (
          <>
            <Button
              small
              icon="refresh"
              variant="quiet"
              onPress={() => void compare(again.run({ uploadId }))}
            >
              {matchWords.compareAgain}
            </Button>
            {certain === 0 ? null : (
              <Button small variant="primary" busy={accept.busy} onPress={() => void acceptCertain()}>
                {matchWords.acceptCertain(certain)}
              </Button>
            )}
            <span className="small muted truncate" title={printable(matches.directory.path)}>
              {matchWords.comparedWith(
                printable(matches.directory.name),
                matches.directory.people,
                time(matches.directory.matchedAt),
              )}
            </span>
          </>
        )}
        {isComparing ? <Progress /> : null}
      </div>
      {failure === null || failure.code === 'stopped' ? null : <FailureNotice failure={failure} />}
      <FailureNotice failure={list.failure} onRetry={list.refetch} />
      {matches === null ? null : matches.directory === null ? (
        <EmptyState icon="person" title={matchWords.noDirectory}>
          {matchWords.noDirectoryDescription}
        </EmptyState>
      ) : (
        <MatchList
          uploadId={uploadId}
          matches={matches}
          onDecided={(announcement) => {
            list.refetch();
            onChanged(announcement);
          }}
        />
      )}
    </div>
  );
}

function Progress() {
  return (
    <span className="small muted" role="status">
      {matchWords.progress(useDirectoryProgress())}
    </span>
  );
}

function isCertainRename({ status, isDecided }: MatchRow): boolean {
  return status === 'matched' && !isDecided;
}

type State = 'same' | 'kept' | MatchRow['status'];

function stateOf({ status, isDecided, isKept }: MatchRow): State {
  if (isKept) return 'kept';
  return isDecided ? 'same' : status;
}

const looks: Readonly<Record<State, { readonly tone: Tone; readonly icon: IconName }>> = {
  same: { tone: 'ok', icon: 'check' },
  kept: { tone: 'plain', icon: 'check' },
  matched: { tone: 'info', icon: 'info' },
  review: { tone: 'warn', icon: 'alert' },
  unmatched: { tone: 'warn', icon: 'alert' },
  new: { tone: 'info', icon: 'info' },
};

/** As words; the score is in the tooltip and the CSV. */
function resultText(row: MatchRow): string {
  const state = stateOf(row);
  return state === 'review' && row.best !== null
    ? matchWords.review(likelihoodText(row.best.score))
    : matchWords.states[state];
}

const columns: readonly Column<MatchRow>[] = [
  textColumn('custodian', matchWords.custodian, 'minmax(110px, 1fr)', ({ custodian }) => custodian),
  {
    ...textColumn('directory', matchWords.inDirectory, 'minmax(110px, 1fr)', ({ best }) => best?.name),
    cell: ({ best, candidates }) =>
      best === null ? null : (
        <span className="truncate" title={printable(`${best.name} (${matchText(best)})`)}>
          {printable(best.name)}
          {candidates > 1 ? <span className="faint"> {matchWords.more(candidates - 1)}</span> : null}
        </span>
      ),
  },
  pillColumn('result', matchWords.result, '150px', (row) => ({
    ...looks[stateOf(row)],
    label: resultText(row),
  })),
  countColumn('files', matchWords.files, '72px', ({ items }) => items, { minListPx: 480 }),
  bytesColumn(matchWords.size, '96px', ({ bytes }) => bytes, { minListPx: 580 }),
];
const shownColumns = gridColumns(columns);
const csvColumns: readonly RecordColumn<MatchRow>[] = [
  ...columns,
  csvColumn(matchWords.score, ({ best }) => best?.score ?? null),
  csvColumn(matchWords.why, ({ best }) => (best === null ? null : matchText(best))),
  csvColumn(matchWords.email, ({ best }) => best?.person.email ?? null),
  csvColumn(matchWords.candidates, ({ candidates }) => candidates),
  csvColumn(matchWords.folders, (row) => folderNames(row, '; ')),
];

function MatchList({
  uploadId,
  matches,
  onDecided,
}: {
  readonly uploadId: number;
  readonly matches: Matches;
  readonly onDecided: (announcement: string) => void;
}) {
  const [filter, setFilter] = useState<'open' | 'all'>('open');
  const [custodian, setCustodian] = useState<string | null>(null);
  const open = matches.rows.filter(({ isDecided }) => !isDecided);
  const shown = useMemo(
    () => matches.rows.filter(({ isDecided }) => filter === 'all' || !isDecided),
    [matches, filter],
  );
  const { search, csv, grid } = useRecords({
    records: shown,
    columns,
    csvColumns,
    csvName: matchWords.csvName,
    key: { filter, sha256: matches.directory?.sha256 },
  });
  const row = matches.rows.find((one) => one.custodian === custodian) ?? null;
  return (
    <>
      <div className="directory-matches-bar">
        <SegmentedControl
          label={matchWords.filter}
          options={[
            { value: 'open', label: matchWords.toDecide(open.length) },
            { value: 'all', label: matchWords.all(matches.rows.length) },
          ]}
          value={filter}
          onChange={setFilter}
        />
        <SearchField label={matchWords.search} {...search} />
        {csv.button}
      </div>
      {csv.notice}
      {matches.more === 0 ? null : <Notice tone="info" title={words.common.moreCustodians(matches.more)} />}
      {open.length === 0 && filter === 'open' ? (
        <EmptyState icon="check" title={matchWords.nothingToDecide}>
          {matchWords.nothingToDecideDescription}
        </EmptyState>
      ) : (
        <div className="directory-matches-list">
          <DataGrid
            label={matchWords.label}
            columns={shownColumns}
            {...grid}
            onOpen={(opened) => setCustodian(opened.custodian)}
            rowText={(each) => columns.map(({ value }) => value(each) ?? '').join('\t')}
          />
        </div>
      )}
      {row === null ? null : (
        <DecideMatch
          key={row.custodian}
          uploadId={uploadId}
          row={row}
          taken={matches.rows.map((one) => one.custodian)}
          onClose={() => setCustodian(null)}
          onDecided={(announcement) => {
            setCustodian(null);
            onDecided(announcement);
          }}
        />
      )}
    </>
  );
}
