/** Faults in the window's own code are written to the log, because nobody sees the window's console. */
import type { RendererFault } from '../../preload/contract/index.ts';
import { call } from './bridge.ts';

/** The contract's limits. */
const maxMessageLength = 2_000;
const maxStackLength = 20_000;

export function reportFault(source: RendererFault['source'], error: unknown, componentStack = ''): void {
  const isError = error instanceof Error;
  const message = isError ? `${error.name}: ${error.message}` : String(error);
  const stack = isError ? (error.stack ?? '') : '';
  void call('app.reportFault', {
    source,
    message: message.slice(0, maxMessageLength),
    stack: `${stack}${componentStack}`.slice(0, maxStackLength),
  });
}

/** Reports errors and rejected promises that nothing caught. */
export function reportUncaughtFaults(): void {
  // An error that has no Error, e.g. of a script that failed to load, has a message at least.
  window.addEventListener('error', ({ error, message }) => reportFault('error', error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportFault('rejection', reason));
}
