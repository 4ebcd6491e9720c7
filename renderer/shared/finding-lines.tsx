import { findingAdvice, findingText, findingTitle } from '../../preload/contract/texts/finding-text.ts';
import { printable } from '../../preload/contract/texts/printable.ts';
import type { Finding } from '../../preload/contract/views/finding.ts';
import { words } from '../i18n/words.ts';
import './finding-lines.css';

/** Scrolls if it is long, and is scrolled with the keyboard. */
const scrollRegion = { tabIndex: 0 };

/** What was found of a file before it was sent, and what to do about it, for as long as the file is. */
export function FindingLines({
  findings,
  count,
  heightPx,
}: {
  readonly findings: readonly Finding[];
  /** With those that aren't listed. */
  readonly count: number;
  readonly heightPx?: number;
}) {
  const more = count - findings.length;
  return (
    <ul
      className="finding-lines selectable"
      style={heightPx === undefined ? {} : { height: heightPx }}
      aria-label={words.findings.title}
      {...scrollRegion}
    >
      {findings.map((finding) => (
        <li key={finding.id}>
          <strong>{findingTitle(finding.code)}.</strong> {printable(findingText(finding))}{' '}
          <span className="muted">{findingAdvice(finding)}</span>
        </li>
      ))}
      {more > 0 ? <li className="muted">{words.findings.more(more)}</li> : null}
    </ul>
  );
}
