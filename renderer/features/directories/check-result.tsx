import {
  directoryEffectTexts,
  directoryFileText,
  directoryFindingText,
} from '../../../preload/contract/texts/directory-text.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import {
  type DirectoryCheck,
  type DirectoryFinding,
  directorySeverityOf,
} from '../../../preload/contract/views/directory.ts';
import { words } from '../../i18n/words.ts';
import { pillColumn, textColumn } from '../../shared/columns.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stat, Stats } from '../../ui/stats.tsx';
import { ListCard } from './list-card.tsx';

const directoryWords = words.directories;

export function CheckResult({ check }: { readonly check: DirectoryCheck }) {
  const { errors, warnings, notes, people, ignored } = check;
  const named = (use: DirectoryCheck['columns'][number]['use']) => {
    const columns = check.columns.filter((column) => column.use === use);
    const text = columns
      .map(({ name, filled }) => directoryWords.columnFilled(printable(name), filled))
      .join(', ');
    return columns.length === 0 ? [] : [[directoryWords.columns[use], text] as const];
  };
  return (
    <>
      <Notice
        tone={errors === 0 ? 'ok' : 'bad'}
        title={errors === 0 ? directoryWords.noErrors : directoryWords.hasErrors(errors)}
      >
        {directoryFileText(check)} {errors === 0 ? '' : directoryWords.fixErrors}
      </Notice>
      {errors > 0 ? null : (
        <Card title={directoryWords.effect}>
          <ul className="directory-lines selectable">
            {directoryEffectTexts(check).map((text) => (
              <li key={text}>{printable(text)}</li>
            ))}
          </ul>
        </Card>
      )}
      {check.findings.length === 0 ? null : <Findings check={check} />}
      <Card title={directoryWords.contents}>
        <div className="stack">
          <Stats>
            <Stat label={directoryWords.people}>{count(people)}</Stat>
            <Stat label={directoryWords.errors} tone={errors === 0 ? 'plain' : 'bad'}>
              {count(errors)}
            </Stat>
            <Stat label={directoryWords.warnings} tone={warnings === 0 ? 'plain' : 'warn'}>
              {count(warnings)}
            </Stat>
            <Stat label={directoryWords.notes}>{count(notes)}</Stat>
            {check.form === 'base' ? (
              <Stat label={directoryWords.ignored}>{count(ignored.count)}</Stat>
            ) : null}
          </Stats>
          <DescriptionList items={[...named('synced'), ...named('ignored'), ...named('unknown')]} />
          <p className="small muted">{directoryWords.columnsHint}</p>
        </div>
      </Card>
    </>
  );
}

const looks = {
  error: { tone: 'bad', icon: 'alert' },
  warning: { tone: 'warn', icon: 'alert' },
  note: { tone: 'info', icon: 'info' },
} as const;

const columns: readonly RecordColumn<DirectoryFinding>[] = [
  pillColumn('severity', directoryWords.severity, '130px', (found) => {
    const severity = directorySeverityOf(found);
    return { ...looks[severity], label: directoryWords.severities[severity] };
  }),
  { id: 'line', header: directoryWords.line, width: '80px', align: 'end', value: ({ line }) => line },
  { id: 'column', header: directoryWords.column, width: '90px', align: 'end', value: ({ column }) => column },
  textColumn(
    'name',
    directoryWords.columnName,
    'minmax(110px, 1fr)',
    ({ columnName }) => (columnName === null ? null : printable(columnName)),
    { minListPx: 780 },
  ),
  textColumn('finding', directoryWords.finding, 'minmax(240px, 4fr)', (found) =>
    printable(directoryFindingText(found)),
  ),
];

function Findings({ check }: { readonly check: DirectoryCheck }) {
  const { findings } = check;
  const isCut = check.errors + check.warnings + check.notes > findings.length;
  const { findingsFound, findingsListed } = directoryWords;
  return (
    <ListCard
      key={check.content.sha256}
      title={directoryWords.findings}
      records={findings}
      columns={columns}
      searchLabel={directoryWords.search}
      countText={(rows) => `${findingsFound(rows)}${isCut ? `. ${findingsListed}` : ''}`}
      csvName={directoryWords.csvName}
      inMenu
      renderDetail={(row) => (
        <p className="directory-detail selectable">{printable(directoryFindingText(row))}</p>
      )}
      detailPx={88}
    />
  );
}
