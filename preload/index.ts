import { contextBridge, ipcRenderer, webUtils } from 'electron';
// Not from the index: the schemas stay out of the preload.
import { callChannel, dropChannel, eventChannel } from './contract/channels.ts';
import type { WindowEvent } from './contract/index.ts';

contextBridge.exposeInMainWorld('lading', {
  invoke: (name: string, argument: unknown) => ipcRenderer.invoke(callChannel, name, argument),
  onEvent(listener: (event: WindowEvent) => void) {
    const onIpcEvent = (_: unknown, event: WindowEvent): void => listener(event);
    ipcRenderer.on(eventChannel, onIpcEvent);
    return () => {
      ipcRenderer.off(eventChannel, onIpcEvent);
    };
  },
  /** A File made by a script has no path, so only what a person dropped becomes a source. */
  async resolveDroppedFiles(files: readonly File[]) {
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    const result = await ipcRenderer.invoke(dropChannel, paths);
    if (!result.ok) throw new Error(result.failure.code);
    return result.value;
  },
});
