/**
 * Several globs over the files of an inventory. What a glob says of a folder is found out once per folder, and most names
 * are compared without a regular expression: an inventory has a million files.
 */
import { compilePattern, type Pattern } from '../../types/pattern.ts';
import { globPath, parseGlob, translateGlob } from './glob.ts';

interface GlobMatcher {
  readonly glob: string;
  /** Over a whole path. */
  readonly pattern: Pattern;
  /** The pattern is over folders with a slash at their end. */
  readonly isFolder: boolean;
  /** It is null where the glob can't be divided into a folder and a name. */
  readonly divided: {
    /** Over a folder with a slash at its end, '' for the root: whether a file in it can match. It is null for any folder. */
    readonly folder: Pattern | null;
    /** It is null for any name. */
    readonly matchesName: ((name: string) => boolean) | null;
  } | null;
}

/** What is left to ask of the files in one folder. `matches`: null where all of them match. */
interface FolderGlob {
  readonly glob: string;
  readonly matches: ((name: string) => boolean) | null;
}

/**
 * Which glob is the first in the list that matches a file, or null if none does. Without a name: which one matches all that
 * the folder may hold, whatever it is. The globs were checked before (parseGlob). Fast where files come folder by folder.
 */
export function matchGlobs(
  globs: readonly string[],
  { matchCase }: { readonly matchCase: boolean },
): (folder: string, name: string | null) => string | null {
  const matchers = globs.map((glob) => compileGlob(glob, !matchCase));
  let last: { readonly folder: string; readonly globs: readonly FolderGlob[] } | null = null;
  return (folder, name) => {
    if (last?.folder !== folder) last = { folder, globs: globsIn(matchers, folder) };
    if (last.globs.length === 0) return null;
    const composed = name === null ? null : compose(name);
    const found = last.globs.find(
      ({ matches }) => matches === null || (composed !== null && matches(composed)),
    );
    return found?.glob ?? null;
  };
}

function globsIn(matchers: readonly GlobMatcher[], given: string): readonly FolderGlob[] {
  const folder = compose(given);
  const prefix = folder === '' ? '' : `${folder}/`;
  const found: FolderGlob[] = [];
  for (const { glob, pattern, isFolder, divided } of matchers) {
    if (folder !== '' && pattern.test(isFolder ? prefix : folder)) {
      found.push({ glob, matches: null });
      break;
    }
    if (divided === null) found.push({ glob, matches: (name) => pattern.test(prefix + name) });
    else if (divided.folder === null || divided.folder.matchesWhole(prefix))
      found.push({ glob, matches: divided.matchesName });
  }
  return found;
}

function compileGlob(glob: string, ignoreCase: boolean): GlobMatcher {
  const parsed = parseGlob(glob, { matchCase: !ignoreCase });
  if ('problem' in parsed) throw new Error(`The glob was not checked: ${parsed.problem}`);
  const { path, isAnchored, isFolder } = globPath(glob);
  // Braces may span folders, and an escaped slash is one too. No name matches what is about folders.
  const isDividable = !isFolder && (!path.includes('/') || !/[{\\]/.test(path));
  const slash = path.lastIndexOf('/');
  return {
    glob,
    pattern: parsed.pattern,
    isFolder,
    divided: isDividable
      ? {
          folder: isAnchored ? compilePart(path.slice(0, slash + 1), ignoreCase) : null,
          matchesName: compileName(path.slice(slash + 1), ignoreCase),
        }
      : null,
  };
}

function compilePart(part: string, ignoreCase: boolean): Pattern {
  const source = translateGlob(part);
  if (typeof source !== 'string') throw new Error(`The glob was not checked: ${source.problem}`);
  return compilePattern(source, { ignoreCase });
}

/** `*.pdf`, `~$*` and `Thumbs.db`: a text, with a star in front of it, behind it, or without one. */
const simpleName = /^(\*?)([\w .~$@#%&+=;'!()-]*)(\*?)$/;
const beyondAscii = /[^\0-\x7f]/;

function compileName(glob: string, ignoreCase: boolean): ((name: string) => boolean) | null {
  if (/^\*+$/.test(glob)) return null;
  const pattern = compilePart(glob, ignoreCase);
  const [, front, text = '', back] = simpleName.exec(glob) ?? [];
  if (front === undefined || (front === '*' && back === '*')) return (name) => pattern.matchesWhole(name);
  const wanted = ignoreCase ? text.toLowerCase() : text;
  return (name) => {
    // Some letters beyond ASCII have one in ASCII as their other case.
    if (ignoreCase && beyondAscii.test(name)) return pattern.matchesWhole(name);
    const compared = ignoreCase ? name.toLowerCase() : name;
    if (front === '*') return compared.endsWith(wanted);
    return back === '*' ? compared.startsWith(wanted) : compared === wanted;
  };
}

/** A Mac's names are decomposed, what a person types is not. */
function compose(text: string): string {
  return beyondAscii.test(text) ? text.normalize('NFC') : text;
}
