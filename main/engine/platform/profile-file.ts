import { fileURLToPath } from 'node:url';
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { z } from 'zod';
import { errnoOf } from '../../../preload/contract/errno.ts';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { readSmallFile } from '../store/small-file.ts';
import { type Profile, profileSchema } from './profile.ts';

export const defaultProfilePath = fileURLToPath(
  new URL('../../../resources/profiles/default.json', import.meta.url),
);

const maxFindings = 5;
/** A reason quotes names from the file, which may be as long as the file. */
const maxReasonLength = 300;
/** The default profile has 12 kB. */
const maxBytes = 1_000_000;
/** The default profile has 6 levels. */
const maxDepth = 64;

interface Finding {
  readonly offset: number;
  readonly reason: string;
  readonly absent?: boolean;
}

/** Reads the profile at `path`, or the one that comes with Lading. Fails with the line and reason of each problem. */
export async function loadProfile(path: string = defaultProfilePath): Promise<Result<Profile>> {
  let text: string;
  try {
    text = await readSmallFile(path, maxBytes);
  } catch (error) {
    const errno = errnoOf(error);
    return errno === 'ENOENT'
      ? failure('profile-missing', { path })
      : failure('profile-unreadable', { path, errno });
  }
  return parseProfile(text, path);
}

/** `path` names the file in failures. */
export function parseProfile(text: string, path: string): Result<Profile> {
  const source = text.replace(/^\uFEFF/, '');
  // The parser is recursive.
  const tooDeepAt = offsetOfDepth(source, maxDepth);
  if (tooDeepAt !== null) return invalid(path, source, [{ offset: tooDeepAt, reason: 'nested too deeply' }]);
  const parsed = profileSchema.safeParse(parseJson(source));
  return parsed.success ? success(parsed.data) : refusal(path, source, parsed.error.issues);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names the line of each problem. The tree that has the lines takes longer than all else here. */
function refusal(path: string, source: string, issues: readonly z.core.$ZodIssue[]): Result<never> {
  const errors: ParseError[] = [];
  const root = parseLines(source, errors);
  if (root === 'too-deep') return invalid(path, source, [{ offset: 0, reason: 'nested too deeply' }]);
  if (root === undefined || errors.length > 0) {
    const found = errors.map(({ offset, error }) => ({
      offset,
      reason: toWords(printParseErrorCode(error)),
    }));
    return invalid(path, source, found.length > 0 ? found : [{ offset: 0, reason: 'the file is empty' }]);
  }
  const findings = issues.map((issue) => locate(issue, root));
  // A misspelled name is reported before the name that is missing because of it.
  return invalid(path, source, [
    ...findings.filter(({ absent }) => absent !== true),
    ...findings.filter(({ absent }) => absent === true),
  ]);
}

/** A quote in a comment, or a line that ends inside a string, hides nesting from `offsetOfDepth`. */
function parseLines(source: string, errors: ParseError[]): Node | undefined | 'too-deep' {
  try {
    return parseTree(source, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (error instanceof RangeError) return 'too-deep';
    throw error;
  }
}

/** Where a text first nests deeper than `limit`, or null. */
function offsetOfDepth(text: string, limit: number): number | null {
  let depth = 0;
  for (const match of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/gs)) {
    if (match[0] === '[' || match[0] === '{') depth += 1;
    if (match[0] === ']' || match[0] === '}') depth -= 1;
    if (depth > limit) return match.index;
  }
  return null;
}

/** PropertyNameExpected → "property name expected". */
function toWords(code: string): string {
  return code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}

function locate(issue: z.core.$ZodIssue, root: Node): Finding {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  const [unknownKey] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const location = unknownKey === undefined ? path : [...path, unknownKey];
  const named = location.join('.') || 'the profile';
  const node = findNodeAtLocation(root, location);
  const absent = node === undefined && unknownKey === undefined;
  const reason = absent ? `${named} is missing` : `${named}: ${issue.message}`;
  const target =
    node === undefined ? closestAncestor(root, location) : unknownKey === undefined ? node : node.parent;
  return { offset: (target ?? root).offset, reason, absent };
}

function closestAncestor(root: Node, location: readonly (string | number)[]): Node {
  for (let depth = location.length - 1; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(root, location.slice(0, depth));
    if (node !== undefined) return node;
  }
  return root;
}

function invalid(path: string, source: string, findings: readonly Finding[]): Result<never> {
  const problems = findings.slice(0, maxFindings).map(({ offset, reason }) => {
    const before = source.slice(0, offset).split(/\r\n|\r|\n/);
    return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${shorten(reason)}`;
  });
  return failure('profile-invalid', { path, problems, more: Math.max(0, findings.length - maxFindings) });
}

function shorten(reason: string): string {
  if (reason.length <= maxReasonLength) return reason;
  return `${reason.slice(0, maxReasonLength).toWellFormed()}…`;
}
