/** The only file that uses ipcMain. */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { callChannel, dropChannel } from '../../preload/contract/index.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import { type AppDependencies, appHandlers } from './app.ts';
import { type ConnectionsDependencies, connectionHandlers } from './connections.ts';
import { createDispatcher, type DispatcherOptions, type Handlers } from './dispatcher.ts';
import { type DraftsDependencies, draftHandlers } from './drafts.ts';
import { type SandboxDependencies, sandboxHandlers } from './sandbox.ts';
import type { Sender } from './sender.ts';
import { type SnapshotDependencies, snapshotHandlers } from './snapshot.ts';
import { type UploadsDependencies, uploadHandlers } from './uploads.ts';

export type IpcDependencies = AppDependencies &
  ConnectionsDependencies &
  DraftsDependencies &
  SandboxDependencies &
  SnapshotDependencies &
  UploadsDependencies &
  Pick<DispatcherOptions, 'onError' | 'onRefused'> & {
    readonly engine: EngineHost;
    readonly webContents: () => WebContents | null;
  };

export function registerIpc(dependencies: IpcDependencies): void {
  const handlers: Handlers = {
    ...snapshotHandlers(dependencies),
    ...appHandlers(dependencies),
    ...connectionHandlers(dependencies),
    ...sandboxHandlers(dependencies),
    ...draftHandlers(dependencies),
    ...uploadHandlers(dependencies),
  };
  const dispatcher = createDispatcher({
    handlers,
    forwardToEngine: (name, argument) => dependencies.engine.forward(name, argument),
    grantDropped: (paths) => dependencies.pathGrants.grant(paths),
    onError: dependencies.onError,
    onRefused: dependencies.onRefused,
  });
  const senderOf = ({ sender, senderFrame }: IpcMainInvokeEvent): Sender => ({
    isOurWindow: sender === dependencies.webContents(),
    frame: senderFrame === null ? null : { url: senderFrame.url, isMain: senderFrame.parent === null },
  });
  ipcMain.handle(callChannel, (event, name: unknown, argument: unknown) =>
    dispatcher.handleCall(senderOf(event), name, argument),
  );
  ipcMain.handle(dropChannel, (event, paths: unknown) => dispatcher.handleDrop(senderOf(event), paths));
}
