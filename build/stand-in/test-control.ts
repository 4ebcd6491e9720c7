/** Answers a test's requests over the process's IPC channel. */
import { z } from 'zod';
import { chromiumProfile } from './browser-window.ts';
import { debuggingAddress } from './chromium.ts';
import { loopDelay } from './loop-delay.ts';
import { observed, userActions } from './observed.ts';
import { setSystemProxy } from './session.ts';

const request = z.object({ standIn: z.number(), act: z.string(), argument: z.unknown().optional() });

async function perform(act: string, argument: unknown): Promise<unknown> {
  switch (act) {
    case 'shown':
      return observed;
    case 'debuggingAddress':
      return debuggingAddress(chromiumProfile());
    case 'loopDelay':
      return loopDelay();
    case 'proxy':
      return setSystemProxy(String(argument));
    default:
      if (!userActions.emit(act, argument)) throw new Error(`The stand-in has no action ${act}.`);
      return undefined;
  }
}

process.on('message', (message) => {
  const { success, data } = request.safeParse(message);
  if (!success) return;
  perform(data.act, data.argument).then(
    (value) => process.send?.({ standIn: data.standIn, value }),
    (error: unknown) => process.send?.({ standIn: data.standIn, failure: String(error) }),
  );
});
// The channel must not keep an ended app alive.
process.channel?.unref();
// The app ends with the test that started it, like Electron under Playwright.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
