import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../preload/contract/index.ts';
import { reportFault, reportUncaughtFaults } from './report-fault.ts';

const invoke = vi.fn();

beforeEach(() => {
  invoke.mockReset().mockResolvedValue({ ok: true, value: undefined });
  vi.stubGlobal('window', Object.assign(new EventTarget(), { lading: { invoke } }));
});
afterEach(() => vi.unstubAllGlobals());

function dispatch(type: string, fields: object): void {
  window.dispatchEvent(Object.assign(new Event(type), fields));
}

describe('a fault in the window', () => {
  it('is reported with its stack and where it was rendered', () => {
    reportFault('render', new TypeError('no upload'), '\n    at UploadScreen');
    expect(invoke).toHaveBeenCalledExactlyOnceWith('app.reportFault', {
      source: 'render',
      message: 'TypeError: no upload',
      stack: expect.stringMatching(/^TypeError: no upload\n.*\n {4}at UploadScreen$/s),
    });
  });

  it('is reported if nothing caught it', () => {
    reportUncaughtFaults();
    dispatch('error', { error: new Error('thrown'), message: 'Uncaught Error: thrown' });
    dispatch('error', { error: null, message: 'Script error.' });
    dispatch('unhandledrejection', { reason: 'a string' });
    expect(invoke.mock.calls.map(([, { source, message }]) => [source, message])).toEqual([
      ['error', 'Error: thrown'],
      ['error', 'Script error.'],
      ['rejection', 'a string'],
    ]);
  });

  it('fits the contract, however long it is', () => {
    const error = new Error('x'.repeat(100_000));
    reportFault('error', error);
    const [[, fault]] = invoke.mock.calls as [[string, unknown]];
    expect(calls['app.reportFault'].argument.safeParse(fault).success).toBe(true);
  });
});
