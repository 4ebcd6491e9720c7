import { maxEmailChars, maxNameChars } from '../../../preload/contract/bounds.ts';
import { isHeaderRow, splitCells } from './split-lines.ts';

export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly problem: 'no-email' | 'too-many-columns' | 'too-long' | 'twice';
}

export interface ParsedPeople {
  readonly people: readonly Person[];
  readonly problems: readonly LineProblem[];
}

/** "Dana Whitfield <dana@firm.example>", as mail programs copy it. */
const mailbox = /^\s*"?([^"<>]*?)"?\s*<([^<>\s]+)>\s*$/;

/**
 * Lines that a person pasted: "email, first name, last name", with commas, semicolons or tabs, or mail addresses with
 * names. A header row and empty lines are skipped. The platform decides whether an address is valid.
 */
export function parsePeople(text: string): ParsedPeople {
  const people: Person[] = [];
  const problems: LineProblem[] = [];
  const seen = new Set<string>();
  const rows = text
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ line: index + 1, text: line }]));
  for (const [at, row] of rows.entries()) {
    const cells = cellsOf(row.text);
    if (at === 0 && isHeaderRow(cells, ['email', 'e-mail', 'email address', 'mail'])) continue;
    const [email = '', firstName = '', lastName = '', ...more] = cells;
    if (!email.includes('@')) problems.push({ line: row.line, problem: 'no-email' });
    else if (more.some((cell) => cell !== '')) problems.push({ line: row.line, problem: 'too-many-columns' });
    else if (
      email.length > maxEmailChars ||
      firstName.length > maxNameChars ||
      lastName.length > maxNameChars
    )
      problems.push({ line: row.line, problem: 'too-long' });
    else if (seen.has(email.toLowerCase())) problems.push({ line: row.line, problem: 'twice' });
    else people.push({ email, firstName, lastName });
    seen.add(email.toLowerCase());
  }
  return { people, problems };
}

function cellsOf(line: string): readonly string[] {
  const named = mailbox.exec(line.replace(/[;,]\s*$/, ''));
  if (named === null) return splitCells(line);
  const [, name = '', email = ''] = named;
  // "Whitfield, Dana" has the last name first.
  const [last = '', first] = name.split(/,\s*/);
  if (first !== undefined) return [email, first.trim(), last.trim()];
  const words = name.trim().split(/\s+/);
  return words.length < 2
    ? [email, words[0] ?? '', '']
    : [email, words.slice(0, -1).join(' '), words.at(-1) ?? ''];
}
