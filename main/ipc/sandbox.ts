import { failure, success } from '../../preload/contract/failure.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import { isPracticePage } from '../window/external-links.ts';
import type { Handlers } from './dispatcher.ts';

export function sandboxHandlers(
  sandbox: SandboxHost,
  openAddress: (address: string) => Promise<void>,
): Handlers<'sandbox.start' | 'sandbox.stop' | 'sandbox.open'> {
  return {
    'sandbox.start': () => sandbox.start(),
    'sandbox.stop': () => sandbox.stop(),
    async 'sandbox.open'() {
      const { view } = sandbox;
      if (view.kind !== 'running' || !isPracticePage(view.url)) {
        return failure('unreachable', 'The practice platform is not running. Start it first.');
      }
      await openAddress(view.url);
      return success(undefined);
    },
  };
}
