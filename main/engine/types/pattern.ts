/**
 * Regular expressions that come from outside: from profiles, and from what people type. RE2 matches in linear time, so
 * no pattern can hold up the engine.
 */
import { RE2JS, RE2JSSyntaxException } from 're2js';

export interface Pattern {
  /** Whether some part of the text matches. */
  test(text: string): boolean;
  matchesWhole(text: string): boolean;
  /** What a named group took of the first match, and from where. Returns null if the text doesn't match, or the group took no part in it. */
  group(name: string, text: string): { readonly taken: string; readonly start: number } | null;
  hasGroup(name: string): boolean;
}

export type ParsedPattern =
  | { readonly pattern: Pattern }
  /** `position`: of the problem in the source, from 1. */
  | { readonly problem: string; readonly position: number };

/** Takes JavaScript's notation without what needs backtracking. The problem names what can't be taken. */
export function parsePattern(source: string, { ignoreCase = false } = {}): ParsedPattern {
  // The translation would take it for the letter k.
  const backreference = /^(?:[^\\]|\\[^k])*(\\k<[^>]*>)/.exec(source)?.[1];
  if (backreference !== undefined)
    return { problem: problemOf('', backreference), position: positionOf(backreference, source) };
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    const groups = compiled.namedGroups();
    return {
      pattern: {
        test: (text) => compiled.test(text),
        matchesWhole: (text) => compiled.matches(text),
        group: (name, text) => {
          if (groups[name] === undefined) return null;
          const matcher = compiled.matcher(text);
          const taken = matcher.find() ? matcher.group(name) : null;
          return taken === null ? null : { taken, start: matcher.start(name) };
        },
        hasGroup: (name) => groups[name] !== undefined,
      },
    };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    // Where something is missing at the end, RE2 names the whole pattern, as it was translated.
    const named = error.input ?? '';
    const construct = source.includes(named) ? named : '';
    const isMissingAtEnd = error.error.startsWith('missing closing )');
    const position = isMissingAtEnd ? source.length : positionOf(construct, source);
    return { problem: problemOf(error.error, construct), position: Math.max(1, position) };
  }
}

/** RE2 names the construct, not its place. */
function positionOf(construct: string, source: string): number {
  return Math.max(0, source.indexOf(construct)) + 1;
}

/** A pattern that was checked before. It is compiled when it is used: most patterns of a profile are for rare answers. */
export function compilePattern(source: string, options: { readonly ignoreCase?: boolean } = {}): Pattern {
  let compiled: Pattern | null = null;
  const compile = (): Pattern => {
    const parsed = parsePattern(source, options);
    if ('problem' in parsed) throw new Error(`The pattern was not checked: ${parsed.problem}`);
    compiled = parsed.pattern;
    return compiled;
  };
  const pattern = (): Pattern => compiled ?? compile();
  return {
    test: (text) => pattern().test(text),
    matchesWhole: (text) => pattern().matchesWhole(text),
    group: (name, text) => pattern().group(name, text),
    hasGroup: (name) => pattern().hasGroup(name),
  };
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
