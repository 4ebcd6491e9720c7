import { type Result, success } from '../../preload/contract/failures/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { MainHandlers } from './dispatcher.ts';

export interface SandboxDependencies {
  readonly sandbox: SandboxHost;
  readonly engine: Pick<EngineHost, 'call'>;
  readonly openSandboxPage: (address: string | null) => Promise<Result<undefined>>;
}

type Names =
  | 'sandbox.start'
  | 'sandbox.stop'
  | 'sandbox.open'
  | 'sandbox.data'
  | 'sandbox.freeBytes'
  | 'sandbox.deleteData';

export function sandboxHandlers({
  sandbox,
  engine,
  openSandboxPage,
}: SandboxDependencies): MainHandlers<Names> {
  return {
    'sandbox.start': () => sandbox.start(),
    'sandbox.stop': () => sandbox.stop(),
    'sandbox.data': async () => success({ bytes: await sandbox.dataBytes() }),
    'sandbox.freeBytes': async () => success(await sandbox.freeBytes()),
    async 'sandbox.deleteData'() {
      const deleted = await sandbox.deleteData();
      return deleted.ok ? engine.call('uploads.sandboxDeleted', undefined) : deleted;
    },
    'sandbox.open': () => openSandboxPage(sandbox.pageAddress()),
  };
}
