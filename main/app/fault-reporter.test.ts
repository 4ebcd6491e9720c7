import { describe, expect, it } from 'vitest';
import { calls, type RendererFault } from '../../preload/contract/index.ts';
import { createFaultReporter } from './fault-reporter.ts';

const fault: RendererFault = { source: 'render', message: 'boom', stack: 'Error: boom\n    at App' };

describe('faults of the window', () => {
  it('are logged with their stack', () => {
    const lines: string[] = [];
    createFaultReporter((line) => lines.push(line))(fault);
    expect(lines).toEqual(['window (render): boom\nError: boom\n    at App']);
  });

  it('are limited to 20 a minute, and the rest are counted', () => {
    const lines: string[] = [];
    let now = 0;
    const report = createFaultReporter(
      (line) => lines.push(line),
      () => now,
    );
    for (let times = 0; times < 50; times += 1) report(fault);
    expect(lines).toHaveLength(21);
    now = 60_000;
    report(fault);
    expect(lines.slice(21)).toEqual([
      'window: 30 more faults were not logged.',
      expect.stringContaining('boom'),
    ]);
  });

  it('are refused when they are too long', () => {
    const { argument } = calls['app.reportFault'];
    expect(argument.safeParse(fault).success).toBe(true);
    expect(argument.safeParse({ ...fault, message: 'x'.repeat(2001) }).success).toBe(false);
    expect(argument.safeParse({ ...fault, stack: 'x'.repeat(20_001) }).success).toBe(false);
  });
});
