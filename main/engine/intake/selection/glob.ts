/**
 * Globs over paths below a root, as in .gitignore: `*` and `?` stay within a name, `**` spans folders, `[a-z]` and
 * `{a,b}` as in a shell, `\\` takes the next character as it is. A pattern without `/` matches at any depth, one with `/`
 * from the root on, also with `./` in front; one that ends with `/` matches folders only. Whatever matches a folder matches
 * everything in it. Names that start with a dot are like others.
 *
 * Patterns become regular expressions of RE2, which matches in linear time: no pattern can hold up the engine.
 */

import { maxGlobLength } from '../../../../preload/contract/views/selection.ts';
import { type Pattern, parsePattern } from '../../types/pattern.ts';
import { withoutTrailingSlashes } from '../../types/source-path.ts';

export interface GlobProblem {
  readonly problem: string;
}

const special = /[.+^$()|{}[\]\\*?/-]/;

/** Braces in braces are allowed to this depth. */
const maxBraces = 5;

/**
 * The pattern as a regular expression that some part of a path must match, a folder's with a slash at its end; or what is
 * wrong with it.
 */
export function parseGlob(
  glob: string,
  { matchCase = false } = {},
): { readonly pattern: Pattern } | GlobProblem {
  if (glob.length > maxGlobLength) return { problem: `longer than ${maxGlobLength} characters` };
  const { path, isAnchored, isFolder } = globPath(glob);
  if (path === '') return { problem: 'empty' };
  const translated = translateGlob(path);
  if (typeof translated !== 'string') return translated;
  const parsed = parsePattern(
    `^${isAnchored ? '' : '(?:[^/]+/)*'}${translated}${isFolder ? '/' : '(?:/|$)'}`,
    {
      ignoreCase: !matchCase,
    },
  );
  // The expression's own words mean nothing to who typed a glob.
  return 'problem' in parsed ? { problem: 'a range between [ and ] that is reversed' } : parsed;
}

interface GlobPath {
  readonly path: string;
  readonly isAnchored: boolean;
  readonly isFolder: boolean;
}

/** The glob without slashes at its ends, and whether it matches from the root on only, and folders only. */
export function globPath(glob: string): GlobPath {
  const given = glob.normalize('NFC');
  const text = withoutTrailingSlashes(given);
  const path = text.replace(/^\.?\/+/, '');
  return { path, isAnchored: text !== path || path.includes('/'), isFolder: text !== given };
}

/** A part of a glob as the source of a regular expression. */
export function translateGlob(glob: string): string | GlobProblem {
  let source = '';
  let depth = 0;
  for (let at = 0; at < glob.length; ) {
    const rest = glob.slice(at);
    const char = glob[at] ?? '';
    const stars = /^\*\*+/.exec(rest)?.[0];
    if (stars !== undefined) {
      const isWhole = (at === 0 || glob[at - 1] === '/') && /^(?:\/|$)/.test(rest.slice(stars.length));
      if (!isWhole) return { problem: '** must stand alone between slashes' };
      // Zero or more folders; at the end, at least something.
      const isLast = stars.length === rest.length;
      source += isLast ? '[^/]+' : '(?:[^/]+/)*';
      at += stars.length + (isLast ? 0 : 1);
    } else if (char === '*') {
      source += '[^/]*';
      at += 1;
    } else if (char === '?') {
      source += '[^/]';
      at += 1;
    } else if (char === '[') {
      const negation = /^\[[!^]/.test(rest) ? 1 : 0;
      // The first character may be the bracket itself.
      const inside = /^(?:\\.|[^\\])(?:\\.|[^\]\\])*(?=\])/s.exec(rest.slice(1 + negation))?.[0];
      if (inside === undefined) return { problem: 'a [ without its ]' };
      if (inside.includes('/')) return { problem: 'a / between [ and ]' };
      // A dash without a backslash is a range.
      const members = inside.replace(/\\(.)|[[\]^&~]/gs, (char, escaped = char) => literalMember(escaped));
      source += negation === 0 ? `[${members}]` : `[^/${members}]`;
      at += inside.length + negation + 2;
    } else if (char === '{') {
      depth += 1;
      if (depth > maxBraces) return { problem: `more than ${maxBraces} braces in each other` };
      source += '(?:';
      at += 1;
    } else if (char === ',' && depth > 0) {
      source += '|';
      at += 1;
    } else if (char === '}' && depth > 0) {
      depth -= 1;
      source += ')';
      at += 1;
    } else if (char === '\\') {
      const next = glob[at + 1];
      if (next === undefined) return { problem: 'a \\ at the end' };
      source += literal(next);
      at += 2;
    } else {
      source += literal(char);
      at += 1;
    }
  }
  return depth === 0 ? source : { problem: 'a { without its }' };
}

/** Between [ and ]. */
const literalMember = (char: string): string => (/[[\]^\\&~-]/.test(char) ? `\\${char}` : char);

const literal = (char: string): string => (special.test(char) ? `\\${char}` : char);
