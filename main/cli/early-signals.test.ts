import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('./early-signals.ts', import.meta.url).href;

/** In a process of its own, which a signal may end. */
function afterSignals(code: string): { readonly status: number | null; readonly kept: string } {
  const script = `
    import { keepEarlySignals, takeEarlySignals } from ${JSON.stringify(module)};
    keepEarlySignals();
    const came = (signal) => process.emit(signal, signal);
    ${code}
    console.log(takeEarlySignals().join());`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  return { status, kept: stdout.trim() };
}

test('a signal to stop that comes twice at once, from a terminal and from npx, is one', () => {
  const twice = afterSignals("came('SIGHUP'); came('SIGTERM'); came('SIGTERM'); came('SIGINT');");
  expect(twice).toEqual({ status: 0, kept: 'SIGHUP,SIGTERM' });
});

test('a second one that a person sends ends the process', () => {
  const later = 'const now = performance.now(); performance.now = () => now + 301;';
  expect(afterSignals(`came('SIGTERM'); ${later} came('SIGTERM');`)).toEqual({ status: 5, kept: '' });
});
