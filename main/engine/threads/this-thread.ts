/** The side of a thread's own program. */
import { parentPort, workerData } from 'node:worker_threads';
import { closeMessage, type ThreadTypes } from './thread.ts';

export interface ThisThread<Types extends ThreadTypes> {
  readonly data: Types['data'];
  readonly post: (message: Types['from'], moved?: readonly ArrayBuffer[]) => void;
  /** `onClose` releases what the thread holds; without a port it then ends. */
  readonly listen: (onMessage: (message: Types['to']) => void, onClose?: () => void) => void;
}

export function thisThread<Types extends ThreadTypes>(): ThisThread<Types> {
  const port = parentPort;
  if (port === null) throw new Error('The program of a thread runs in a thread');
  return {
    data: workerData,
    post: (message, moved = []) => port.postMessage(message, moved),
    listen: (onMessage, onClose = () => undefined) =>
      void port.on('message', (message: Types['to'] | typeof closeMessage) => {
        if (message !== closeMessage) return onMessage(message);
        onClose();
        port.close();
      }),
  };
}
