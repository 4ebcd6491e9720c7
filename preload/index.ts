import { contextBridge, ipcRenderer, webUtils } from 'electron';
// Not from the index: the schemas stay out of the preload.
import { callChannel, dropChannel, eventChannel } from './contract/channels.ts';
import type { WindowEvent } from './contract/index.ts';

contextBridge.exposeInMainWorld('lading', {
  invoke: (name: string, argument: unknown) => ipcRenderer.invoke(callChannel, name, argument),
  onEvent(listener: (event: WindowEvent) => void) {
    const heard = (_: unknown, event: WindowEvent): void => listener(event);
    ipcRenderer.on(eventChannel, heard);
    return () => {
      ipcRenderer.off(eventChannel, heard);
    };
  },
  /** A File that a script made has no path: only what a person dropped becomes a source. */
  async dropped(files: readonly File[]) {
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    const taken = await ipcRenderer.invoke(dropChannel, paths);
    if (!taken.ok) throw new Error(taken.failure.message);
    return taken.value;
  },
});
