import { useState } from 'react';
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import type {
  CsvSeparator,
  MapIdentity,
  MapRule,
} from '../../../../preload/contract/views/custodian-rule.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { together, useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';

const custodianWords = words.newUploadCustodians;
const maxShown = 5;

type Separator = CsvSeparator | 'automatic';
const { automatic, comma, semicolon, tab } = custodianWords.separators;
const separators = [
  { value: 'automatic', label: automatic },
  { value: 'comma', label: comma },
  { value: 'semicolon', label: semicolon },
  { value: 'tab', label: tab },
] as const;

/** How the CSV that was chosen last was read. */
interface LastRead {
  /** Its ID. */
  readonly path: string;
  /** It is null where the file itself says it. */
  readonly separator: Separator | null;
  /** It is null if the CSV was refused. */
  readonly rule: MapRule | null;
}

/** The CSV of paths and custodians, and which of its lines assign nothing. */
export function CustodianMapRule({
  upload,
  rule,
  onChange,
  onShowNotInCsv,
}: {
  readonly upload: UploadView;
  /** What was chosen last, also while it is being applied. */
  readonly rule: MapRule | null;
  readonly onChange: (rule: MapRule | null) => void;
  readonly onShowNotInCsv: () => void;
}) {
  const choose = useCommand('paths.choose');
  const reading = useCommand('drafts.readCustodianMap');
  const { busy, failure, dismiss } = together(choose, reading);
  const [lastRead, setLastRead] = useState<LastRead | null>(null);
  const isOnScreen = lastRead?.rule == null ? busy || failure !== null : isSame(lastRead.rule, rule);
  const last = isOnScreen ? lastRead : null;
  const applied = mapRuleOf(upload);
  const separator = last === null ? (rule?.separator ?? null) : last.separator;
  const hint =
    last === null
      ? custodianWords.separatorAsksAgain
      : last.rule === null
        ? custodianWords.separatorOfRefused
        : null;

  async function chooseCsv(): Promise<string | null> {
    reading.dismiss();
    const chosen = await choose.run({ purpose: 'custodian-map' });
    return (chosen.ok ? chosen.value[0]?.sourceId : null) ?? null;
  }
  /** `named` is null for another CSV, whose separator nobody named. */
  async function read(named: Separator | null) {
    const given = named === null || named === 'automatic' ? null : named;
    const path = named !== null && last !== null ? last.path : await chooseCsv();
    if (path === null) return;
    const answer = await reading.run({ uploadId: upload.id, separator: given, path });
    if (!answer.ok) {
      const tried = named ?? (isUnclear(answer.failure) ? 'automatic' : null);
      setLastRead(tried === null ? null : { path, separator: tried, rule: null });
    } else {
      setLastRead({ path, separator: named ?? answer.value.separator ?? null, rule: answer.value });
      onChange(answer.value);
    }
  }
  return (
    <div className="custodian-rule">
      <div className="field-label">{custodianWords.csv}</div>
      {rule === null ? null : (
        <div className="custodian-map">
          <span className="truncate" title={printable(rule.name)}>
            {printable(rule.name)}
          </span>
          <span className="small muted">{custodianWords.csvRows(rule.rows)}</span>
        </div>
      )}
      <div className="custodian-map-actions">
        <Button small icon="add" busy={busy} onPress={() => void read(null)}>
          {rule === null ? custodianWords.importCsv : custodianWords.replaceCsv}
        </Button>
        {rule === null ? null : (
          <Button
            small
            variant="quiet"
            onPress={() => {
              setLastRead(null);
              onChange(null);
            }}
          >
            {custodianWords.removeCsv}
          </Button>
        )}
      </div>
      {separator === null ? null : (
        <Select
          label={custodianWords.separator}
          options={separators}
          value={separator}
          onChange={(named) => void read(named)}
          {...(hint === null ? {} : { hint })}
        />
      )}
      <FailureNotice failure={failure} onDismiss={dismiss} />
      {applied !== null && isSame(applied, rule) ? (
        <MapMatch
          key={`${applied.sha1} ${applied.separator}`}
          upload={upload}
          csv={printable(applied.name)}
          onShowNotInCsv={onShowNotInCsv}
        />
      ) : null}
      {rule === null ? <p className="small muted">{custodianWords.csvHint}</p> : null}
    </div>
  );
}

export function mapRuleOf({ custodianRules }: UploadView): MapRule | null {
  return custodianRules.find((rule) => rule.kind === 'map') ?? null;
}

function isSame({ sha1, separator }: MapIdentity, rule: MapRule | null): boolean {
  return rule !== null && rule.sha1 === sha1 && rule.separator === separator;
}

function isUnclear(failure: Failure): boolean {
  return failure.code === 'custodian-map-invalid' && failure.problem === 'separator-unclear';
}

/** Which lines assign nothing, and which folders no line names, for as long as the CSV applies. */
function MapMatch({
  upload: { id, totals, custodianRules },
  csv,
  onShowNotInCsv,
}: {
  readonly upload: UploadView;
  /** Its name. */
  readonly csv: string;
  readonly onShowNotInCsv: () => void;
}) {
  const version = JSON.stringify([totals.queued.items, custodianRules]);
  const match = useQuery('drafts.custodianMapMatch', { argument: { uploadId: id } }, version);
  if (match.kind === 'failed') return <FailureNotice failure={match.failure} onRetry={match.refetch} />;
  if (match.kind === 'loading' || match.value === null) return null;
  const { matched, unchecked, unmatched, unmatchedRows, unnamed, unnamedFolders } = match.value;
  const uncheckedText = unchecked === 0 ? null : custodianWords.csvUnchecked(unchecked);
  return (
    <>
      {unnamedFolders === 0 ? null : (
        <Notice
          tone="warn"
          title={custodianWords.csvUnnamed(unnamedFolders, csv)}
          action={
            <Button small onPress={onShowNotInCsv}>
              {custodianWords.showNotInCsv}
            </Button>
          }
        >
          {custodianWords.csvUnnamedDescription(unnamed.slice(0, maxShown).map(printable), unnamedFolders)}
        </Notice>
      )}
      {unmatchedRows === 0 ? (
        <p className="small muted" role="status">
          {matched === 0 ? null : custodianWords.csvAllMatch(matched, unchecked)} {uncheckedText}
        </p>
      ) : (
        <Notice tone="warn" title={custodianWords.csvUnmatched(unmatchedRows, csv)}>
          <ul className="custodian-map-rows">
            {unmatched.slice(0, maxShown).map(({ line, path }) => (
              <li key={line}>{custodianWords.csvLine(line, printable(path))}</li>
            ))}
          </ul>
          {unmatchedRows > maxShown ? custodianWords.csvMoreLines(unmatchedRows - maxShown) : null}
          {uncheckedText === null ? null : <p>{uncheckedText}</p>}
        </Notice>
      )}
    </>
  );
}
