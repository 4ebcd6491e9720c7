import { EventEmitter } from 'node:events';
import { failOnMissing } from './event.ts';

export interface IpcFrame {
  readonly url: string;
  readonly parent: IpcFrame | null;
  readonly origin: string;
  readonly routingId: number;
  readonly processId: number;
  readonly name: string;
}
export interface IpcEvent {
  readonly sender: unknown;
  readonly senderFrame: IpcFrame | null;
}
type Handler = (event: IpcEvent, ...args: unknown[]) => unknown;

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.#handlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (...args) => {
      this.removeHandler(channel);
      return handler(...args);
    });
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }
  async answer(channel: string, event: IpcEvent, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return handler(event, ...args);
  }
}

export const ipcMain = failOnMissing('ipcMain', new IpcMain());
