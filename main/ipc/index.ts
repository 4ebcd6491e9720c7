/** The only file that knows ipcMain. */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { callChannel, dropChannel } from '../../preload/contract/index.ts';
import { type AppDesk, appHandlers } from './app.ts';
import { type ConnectionsDesk, connectionHandlers } from './connections.ts';
import { type Answering, createHandle, type Handlers } from './dispatcher.ts';
import { sandboxHandlers } from './sandbox.ts';
import type { Sender } from './sender.ts';
import { type SnapshotDesk, snapshotHandlers } from './snapshot.ts';
import { type UploadsDesk, uploadHandlers } from './uploads.ts';

export type IpcDesk = AppDesk & ConnectionsDesk & SnapshotDesk & UploadsDesk & Doors;

interface Doors {
  readonly openAddress: (address: string) => Promise<void>;
  readonly windowContents: () => WebContents | null;
  readonly onBug: Answering['onBug'];
  readonly onRefused: Answering['onRefused'];
}

export function answerWindow(desk: IpcDesk): void {
  const handlers: Handlers = {
    ...snapshotHandlers(desk),
    ...appHandlers(desk),
    ...connectionHandlers(desk),
    ...sandboxHandlers(desk.sandbox, desk.openAddress),
    ...uploadHandlers(desk),
  };
  const handle = createHandle({
    handlers,
    ask: (name, argument) => desk.engine.pass(name, argument),
    takeDrop: (paths) => desk.sources.add(paths),
    onBug: desk.onBug,
    onRefused: desk.onRefused,
  });
  const senderOf = ({ sender, senderFrame }: IpcMainInvokeEvent): Sender => ({
    isOurWindow: sender === desk.windowContents(),
    frame: senderFrame === null ? null : { url: senderFrame.url, isMain: senderFrame.parent === null },
  });
  ipcMain.handle(callChannel, (event, name: unknown, argument: unknown) =>
    handle.call(senderOf(event), name, argument),
  );
  ipcMain.handle(dropChannel, (event, paths: unknown) => handle.drop(senderOf(event), paths));
}
