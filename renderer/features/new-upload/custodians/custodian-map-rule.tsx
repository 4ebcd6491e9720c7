import { useState } from 'react';
import type { CustodianMapReport } from '../../../../preload/contract/custodian-preview.ts';
import type { CustodianRule } from '../../../../preload/contract/custodian-rule.ts';
import { printable } from '../../../../preload/contract/printable.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';

const custodianWords = words.newUploadCustodians;
const maxShown = 5;

type MapRule = Extract<CustodianRule, { kind: 'map' }>;

/** The CSV of paths and custodians, and which of its lines assign nothing. */
export function CustodianMapRule({
  uploadId,
  rule,
  onChange,
}: {
  readonly uploadId: number;
  readonly rule: MapRule | null;
  readonly onChange: (rule: MapRule | null) => void;
}) {
  const choose = useCommand('drafts.chooseCustodianMap');
  const [report, setReport] = useState<CustodianMapReport | null>(null);
  async function importCsv() {
    const chosen = await choose.run({ uploadId });
    if (!chosen.ok || chosen.value === null) return;
    setReport(chosen.value);
    onChange(chosen.value.rule);
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
        <Button small icon="add" busy={choose.busy} onPress={() => void importCsv()}>
          {rule === null ? custodianWords.importCsv : custodianWords.replaceCsv}
        </Button>
        {rule === null ? null : (
          <Button
            small
            variant="quiet"
            onPress={() => {
              setReport(null);
              onChange(null);
            }}
          >
            {custodianWords.removeCsv}
          </Button>
        )}
      </div>
      {choose.failure === null ? null : <FailureNotice failure={choose.failure} onDismiss={choose.dismiss} />}
      {report === null || report.rule.sha1 !== rule?.sha1 ? null : <MapReport report={report} />}
      {rule === null ? <p className="small muted">{custodianWords.csvHint}</p> : null}
    </div>
  );
}

function MapReport({ report }: { readonly report: CustodianMapReport }) {
  const { matched, unmatched, unmatchedRows } = report;
  if (unmatchedRows === 0)
    return (
      <p className="small muted" role="status">
        {custodianWords.csvAllMatch(matched)}
      </p>
    );
  return (
    <Notice tone="warn" title={custodianWords.csvUnmatched(unmatchedRows)}>
      <ul className="custodian-map-rows">
        {unmatched.slice(0, maxShown).map(({ line, path }) => (
          <li key={line}>{custodianWords.csvLine(line, printable(path))}</li>
        ))}
      </ul>
      {unmatchedRows > maxShown ? custodianWords.csvMoreLines(unmatchedRows - maxShown) : null}
    </Notice>
  );
}
