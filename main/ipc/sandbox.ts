import type { Result } from '../../preload/contract/failure.ts';
import type { SandboxView } from '../../preload/contract/views.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { Handlers } from './dispatcher.ts';

export interface SandboxDependencies {
  readonly sandbox: SandboxHost;
  readonly openSandboxPage: (view: SandboxView) => Promise<Result<undefined>>;
}

export function sandboxHandlers({
  sandbox,
  openSandboxPage,
}: SandboxDependencies): Handlers<'sandbox.start' | 'sandbox.stop' | 'sandbox.open'> {
  return {
    'sandbox.start': () => sandbox.start(),
    'sandbox.stop': () => sandbox.stop(),
    'sandbox.open': () => openSandboxPage(sandbox.view),
  };
}
