import { type ReactNode, useState } from 'react';
import { findingTitle } from '../../../../preload/contract/finding-text.ts';
import type { FindingGroup, FindingsView } from '../../../../preload/contract/preflight-calls.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { FindingList } from './finding-list.tsx';
import { SeverityPill } from './severity-pill.tsx';
import '../../../ui/table.css';
import './findings.css';

const findingWords = words.findings;
/** Beside these findings: the list of files that won't be uploaded, and the list of links. */
const listedElsewhere: readonly string[] = ['not-read', 'not-a-file', 'link'];

export function shownGroups({ groups }: FindingsView): readonly FindingGroup[] {
  return groups.filter(({ code }) => !listedElsewhere.includes(code));
}

/** What the check of the files found: by kind, worst first, and below it file by file. */
export function Findings({
  uploadId,
  groups,
  version,
  action,
}: {
  readonly uploadId: number;
  readonly groups: readonly FindingGroup[];
  /** Changes with the findings. */
  readonly version: string;
  /** What a person can do about all findings of a kind at once; null for nothing. */
  readonly action?: (group: FindingGroup) => ReactNode;
}) {
  const [code, setCode] = useState<string | null>(null);
  const selected = groups.some((group) => group.code === code) ? code : null;
  return (
    <Card title={findingWords.title} bare>
      <p className="findings-about">{findingWords.about}</p>
      <table className="table" aria-label={findingWords.kinds}>
        <thead>
          <tr>
            <th>{findingWords.kind}</th>
            <th>{findingWords.severity}</th>
            <th className="number">{findingWords.files}</th>
            <th className="number">{findingWords.size}</th>
            {action === undefined ? null : <th>{findingWords.action}</th>}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.code} className={group.code === selected ? 'findings-selected' : ''}>
              <td>
                <Button
                  small
                  variant="quiet"
                  icon={group.code === selected ? 'chevronDown' : 'chevronRight'}
                  onPress={() => setCode(group.code === selected ? null : group.code)}
                >
                  {findingTitle(group.code)}
                </Button>
              </td>
              <td>
                <SeverityPill severity={group.severity} />
              </td>
              <td className="number">
                {count(group.findings)}
                {group.skipped === 0 ? null : (
                  <span className="muted"> · {findingWords.skipped(group.skipped)}</span>
                )}
              </td>
              <td className="number">{group.bytes === 0 ? '–' : <Bytes value={group.bytes} />}</td>
              {action === undefined ? null : <td>{action(group)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <FindingList
        uploadId={uploadId}
        version={version}
        codes={selected === null ? groups.map((group) => group.code) : [selected]}
        onShowAll={selected === null ? null : () => setCode(null)}
      />
    </Card>
  );
}
