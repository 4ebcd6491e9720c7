import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutants.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const searched = ['main', 'preload', 'renderer'];

/** A mutant's file, with its mistake and without. */
export interface Patch {
  readonly mutant: Mutant;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const paths = searched.flatMap((top) =>
  readdirSync(join(repository, top), { recursive: true, encoding: 'utf8' }).map((path) => join(top, path)),
);
const sources = readSources();

function readSources(): ReadonlyMap<string, string> {
  const wanted = paths.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'));
  return new Map(wanted.map((path) => [path, readFileSync(join(repository, path), 'utf8')]));
}

/** Throws where the text of the mistake, or its test, isn't there any more. */
export function patchOf(mutant: Mutant): Patch {
  const { mistake, find, replace, tests } = mutant;
  // A name that no file has would look as if its test failed.
  const missing = tests.find((name) => !paths.some((path) => basename(path) === `${name}.test.ts`));
  if (missing !== undefined) throw new Error(`"${mistake}": there is no ${missing}.test.ts`);
  const [place, ...others] = [...sources].filter(([, text]) => text.includes(find));
  if (place === undefined || others.length > 0 || place[1].split(find).length !== 2)
    throw new Error(
      `"${mistake}": its text isn't in the sources once. Correct it in test/mutants/mutants.ts`,
    );
  const [path, before] = place;
  return { mutant, path, before, after: before.replace(find, () => replace) };
}
