/**
 * Regular expressions that come from outside: from profiles, and from what people type. RE2 matches in linear time, so
 * no pattern can hold up the engine.
 */
import { RE2JS, RE2JSSyntaxException } from 're2js';

export interface Pattern {
  /** Whether some part of the text matches. */
  test(text: string): boolean;
  matchesWhole(text: string): boolean;
}

export type ParsedPattern = { readonly pattern: Pattern } | { readonly problem: string };

/** Takes JavaScript's notation without what needs backtracking. The problem names what can't be taken. */
export function parsePattern(source: string, { ignoreCase = false } = {}): ParsedPattern {
  // The translation would take it for the letter k.
  const backreference = /^(?:[^\\]|\\[^k])*(\\k<[^>]*>)/.exec(source)?.[1];
  if (backreference !== undefined) return { problem: problemOf('', backreference) };
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return {
      pattern: {
        test: (text) => compiled.test(text),
        matchesWhole: (text) => compiled.matches(text),
      },
    };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return { problem: problemOf(error.error, error.input ?? '') };
  }
}

/** A pattern that was checked before. */
export function compilePattern(source: string, options: { readonly ignoreCase?: boolean } = {}): Pattern {
  const parsed = parsePattern(source, options);
  if ('problem' in parsed) throw new Error(`The pattern was not checked: ${parsed.problem}`);
  return parsed.pattern;
}

const unsupported: readonly (readonly [RegExp, string])[] = [
  [/^\(\?[=!]/, 'lookahead'],
  [/^\(\?<[=!]/, 'lookbehind'],
  [/^\\[1-9k]/, 'a backreference'],
];

function problemOf(error: string, construct: string): string {
  const name = unsupported.find(([start]) => start.test(construct))?.[1];
  return name === undefined
    ? `not a regular expression: ${error}${construct === '' ? '' : `: ${construct}`}`
    : `${construct} is ${name}, which is not supported`;
}
