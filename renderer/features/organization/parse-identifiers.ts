import { maxNameChars } from '../../../preload/contract/bounds.ts';
import { splitCells } from './split-lines.ts';

export interface Identifier {
  readonly abbreviation: string;
  readonly label: string;
}

export interface ParsedIdentifiers {
  readonly identifiers: readonly Identifier[];
  /** Lines without an abbreviation and a label, or with one that is too long; from 1. */
  readonly badLines: readonly number[];
}

/** One identifier per line: "abbreviation, label". The label may contain commas. */
export function parseIdentifiers(text: string): ParsedIdentifiers {
  const identifiers: Identifier[] = [];
  const badLines: number[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    const [abbreviation = '', ...rest] = splitCells(line);
    const label = rest.join(', ').trim();
    const lengths = [abbreviation.length, label.length];
    if (Math.min(...lengths) === 0 || Math.max(...lengths) > maxNameChars) badLines.push(index + 1);
    else identifiers.push({ abbreviation, label });
  }
  return { identifiers, badLines };
}

interface IdentifierRecord {
  readonly abbreviation?: string | null | undefined;
  readonly label?: string | null | undefined;
}

/** What `parseIdentifiers` reads. */
export function identifierLines(identifiers: readonly IdentifierRecord[]): string {
  return identifiers
    .map(({ abbreviation, label }) => [cell(abbreviation ?? ''), cell(label ?? '')].join(', '))
    .join('\n');
}

function cell(text: string): string {
  return /[",;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
