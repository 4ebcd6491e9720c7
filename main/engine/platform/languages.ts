/**
 * The languages of ISO 639-3 (platform-interface 4.3). Loaded when they are needed: the table is long, and few commands
 * check a language.
 */

export interface Language {
  /** Three letters. */
  readonly code: string;
  readonly name: string;
}

const maxSuggestions = 4;

async function loadTable() {
  const { iso6393 } = await import('iso-639-3');
  // Codes such as `und`, which stand for no language.
  return iso6393.filter(({ type }) => type !== 'special');
}

/** By name. The 183 languages that also have a code of two letters come first. */
export async function listLanguages(): Promise<readonly Language[]> {
  const table = await loadTable();
  return table
    .toSorted(
      (a, b) =>
        rank(a.iso6391 !== undefined) - rank(b.iso6391 !== undefined) || a.name.localeCompare(b.name, 'en'),
    )
    .map(({ iso6393: code, name }) => ({ code, name }));
}

export async function isLanguage(code: string): Promise<boolean> {
  return (await loadTable()).some(({ iso6393 }) => iso6393 === code);
}

/**
 * Which languages a text that is no code of ISO 639-3 probably means: by another standard's code, `de` or `ger`, by the code
 * in another case, or by the name; else by a code that differs in one letter. The most widely used first.
 */
export async function suggestLanguages(text: string): Promise<readonly Language[]> {
  const wanted = text.trim().toLowerCase();
  const [primary = ''] = wanted.split(/[-_]/);
  const names = (name: string) => name.toLowerCase();
  const table = await loadTable();
  const tests: readonly ((one: (typeof table)[number]) => boolean)[] = [
    ({ iso6393, iso6391, iso6392B }) => [iso6393, iso6391, iso6392B].includes(primary),
    ({ name }) => names(name) === wanted,
    ({ name }) =>
      wanted.length > 2 &&
      names(name)
        .split(/[^\p{L}]+/u)
        .includes(wanted),
    ({ name }) => wanted.length > 2 && names(name).startsWith(wanted),
    ({ iso6393, iso6391 }) => iso6391 !== undefined && differsByOneLetter(iso6393, wanted),
  ];
  for (const test of tests) {
    const found = table.filter(test);
    if (found.length === 0) continue;
    return found
      .toSorted((a, b) => rank(a.iso6391 !== undefined) - rank(b.iso6391 !== undefined))
      .slice(0, maxSuggestions)
      .map(({ iso6393: code, name }) => ({ code, name }));
  }
  return [];
}

function rank(isCommon: boolean): number {
  return isCommon ? 0 : 1;
}

function differsByOneLetter(code: string, text: string): boolean {
  const letters = [...code];
  return text.length === code.length && letters.filter((letter, at) => letter !== text[at]).length === 1;
}
