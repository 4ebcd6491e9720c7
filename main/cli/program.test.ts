/** What the program loads before it knows which command is called. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const repository = new URL('../../', import.meta.url);

/** Every file of the repository that the file imports at once, also through others. Types are erased. */
function loadedWith(file: URL, loaded = new Set<string>()): ReadonlySet<string> {
  loaded.add(file.href);
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)';$/gm,
  )) {
    const imported = new URL(specifier, file);
    if (!loaded.has(imported.href)) loadedWith(imported, loaded);
  }
  return loaded;
}

it('loads neither the engine nor the sandbox, and nothing that only one command needs', () => {
  const root = fileURLToPath(repository).length;
  const loaded = [...loadedWith(new URL('main.ts', import.meta.url))].map((href) =>
    fileURLToPath(href).slice(root).replaceAll('\\', '/'),
  );
  expect(loaded).toContain('main/cli/commands/upload.ts');
  expect(loaded).not.toContain('main/engine/index.ts');
  expect(loaded.filter((file) => /^main\/(sandbox|cli\/(run|watch|completion))\//.test(file))).toEqual([]);
});
