import { contextBridge, ipcRenderer, webUtils } from 'electron';
// Not from the index: the schemas stay out of the preload.
import { callChannel, dropChannel, eventChannel } from './contract/calls/channels.ts';
import type { Result } from './contract/failures/failure.ts';
import type { WindowEvent } from './contract/index.ts';
import type { SourceView } from './contract/views/views.ts';

type DropListener = (dropped: Result<readonly SourceView[]> | null) => void;
const dropListeners = new Set<DropListener>();

// Heard here and not by the page: scripts of the page can't call this code, name a path, or hand over a File. They can't
// make an event that is trusted either. What they get is main's answer, with an ID for each path.
window.addEventListener(
  'drop',
  ({ isTrusted, dataTransfer }) => {
    const files = [...(dataTransfer?.files ?? [])];
    if (!isTrusted || files.length === 0 || dropListeners.size === 0) return;
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    const tell: DropListener = (dropped) => {
      for (const listener of dropListeners) listener(dropped);
    };
    ipcRenderer.invoke(dropChannel, paths).then(tell, () => tell(null));
  },
  { capture: true },
);

contextBridge.exposeInMainWorld('lading', {
  invoke: (name: string, argument: unknown) => ipcRenderer.invoke(callChannel, name, argument),
  onEvent(listener: (event: WindowEvent) => void) {
    const onIpcEvent = (_: unknown, event: WindowEvent): void => listener(event);
    ipcRenderer.on(eventChannel, onIpcEvent);
    return () => {
      ipcRenderer.off(eventChannel, onIpcEvent);
    };
  },
  /** What a person drops while there is a listener; null if main can't be asked. Returns how to stop listening. */
  onDrop(listener: DropListener) {
    dropListeners.add(listener);
    return () => {
      dropListeners.delete(listener);
    };
  },
});
