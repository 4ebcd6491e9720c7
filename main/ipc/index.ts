/** The only file that uses ipcMain. */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { callChannel, dropChannel } from '../../preload/contract/index.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import { createCallDispatcher, type DispatcherOptions } from './dispatcher.ts';
import { createMainHandlers, type HandlerDependencies } from './handlers.ts';
import type { PathGrants } from './path-grants.ts';
import type { Sender } from './sender.ts';

export type IpcDependencies = HandlerDependencies &
  Pick<DispatcherOptions, 'onError' | 'onRefused'> & {
    readonly engine: EngineHost;
    readonly pathGrants: PathGrants;
    readonly webContents: () => WebContents | null;
  };

export function registerIpc(dependencies: IpcDependencies): void {
  const dispatcher = createCallDispatcher({
    handlers: createMainHandlers(dependencies),
    forwardToEngine: (name, argument) => dependencies.engine.forward(name, argument),
    pathGrants: dependencies.pathGrants,
    // What says that it is signed in with a refused key asks for another.
    onKeyRefused({ connectionId = null, uploadId }) {
      const id = connectionId ?? (uploadId && dependencies.tracker.find(uploadId)?.connectionId);
      if (id) void dependencies.connections.check(id);
    },
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
