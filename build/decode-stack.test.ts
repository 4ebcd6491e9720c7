import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildPrograms } from './bundle.ts';
import { decodeStack } from './decode-stack.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lading-stack-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sources = {
  'main/index.ts': `import { fail } from './fail.ts';
interface Removed {
  readonly byTheCompiler: true;
}
try {
  fail();
} catch (error) {
  console.log(error.stack);
}
`,
  'main/fail.ts': `export const worker = new URL(
  './worker.ts',
  import.meta.url,
);

export function fail(): never {
  throw new Error('no evidence');
}
`,
  'main/worker.ts': 'export {};\n',
};

it('names the sources in the stack of a bundle, also below code that the bundler changes', async () => {
  mkdirSync(join(folder, 'main'));
  for (const [path, code] of Object.entries(sources)) writeFileSync(join(folder, path), code);
  const dist = join(folder, 'dist');
  await buildPrograms(folder, dist, ['main/index.ts'], []);
  writeFileSync(join(dist, 'package.json'), '{ "type": "module" }');
  const stack = execFileSync(process.execPath, [join(dist, 'main', 'index.js')], { encoding: 'utf8' });
  expect(stack).not.toContain('main/fail.ts');

  const decoded = decodeStack(stack, dist, folder);
  expect(decoded).toContain('main/fail.ts:7:');
  expect(decoded).toContain('main/index.ts:6:');
  const packaged = stack.replaceAll(`file://${folder}/`, 'file:///opt/Lading/resources/app.asar/');
  expect(decodeStack(packaged, dist, folder)).toBe(decoded);
});

it('leaves positions without a map as they are', () => {
  const stack = '    at run (app://lading/assets/index-abc.js:1:200)\n    at node:internal/timers:5:3\n';
  expect(decodeStack(stack, join(folder, 'nowhere'), folder)).toBe(stack);
});
