/** Loaded before a utility process's program: defines process.parentPort, as Electron does. */
import { EventEmitter } from 'node:events';
import { isMainThread } from 'node:worker_threads';

/** Buffers messages until there is a listener, like a message port. */
class ParentPort extends EventEmitter {
  #early: unknown[] | null = [];

  constructor() {
    super();
    this.on('newListener', (name) => {
      if (name !== 'message' || this.#early === null) return;
      const early = this.#early;
      this.#early = null;
      // The listener is added after this event.
      queueMicrotask(() => {
        for (const data of early) this.emit('message', { data, ports: [] });
      });
    });
    process.on('message', (data) => {
      if (this.#early === null) this.emit('message', { data, ports: [] });
      else this.#early.push(data);
    });
  }

  postMessage(message: object): void {
    process.send?.(message);
  }
  start(): void {}
}

if (isMainThread) {
  Object.defineProperty(process, 'parentPort', { value: new ParentPort() });
  // Electron's utility processes end together with it.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
