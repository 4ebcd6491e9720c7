import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import type { EngineView } from '../../preload/contract/views/views.ts';
import { upload } from '../../test/fixtures/views.ts';
import type { EngineEvent, EngineMessage, EngineRequest } from '../engine/index.ts';
import { createEngineHost, defaultRestartDelayMs, type EngineProcess } from './engine-host.ts';

/** A process that the test controls. */
class FakeProcess implements EngineProcess {
  readonly pid = 4711;
  readonly received: EngineRequest[] = [];
  killed = false;
  /** A thread of it is in a system call that doesn't return. */
  hangs = false;
  readonly #port = new EventEmitter();
  /** Undefined: no reply. */
  reply: (message: EngineRequest) => EngineMessage | undefined = () => undefined;

  postMessage(message: EngineRequest): void {
    this.received.push(structuredClone(message));
    this.#port.emit('received');
    const reply = this.reply(message);
    if (reply !== undefined) queueMicrotask(() => this.send(reply));
  }
  onMessage(listener: (message: EngineMessage) => void): void {
    this.#port.on('message', listener);
  }
  onExit(listener: (code: number) => void): void {
    this.#port.on('exit', listener);
  }
  send(message: EngineMessage): void {
    this.#port.emit('message', message);
  }
  end(code: number): void {
    this.#port.emit('exit', code);
  }
  kill(): void {
    this.killed = true;
    if (this.hangs) return;
    queueMicrotask(() => this.end(0));
  }
  async nextMessage(): Promise<void> {
    await once(this.#port, 'received');
  }
}

function createHost(now: () => Date = () => new Date(0)) {
  const processes: FakeProcess[] = [];
  const states: EngineView[] = [];
  const events: EngineEvent[] = [];
  const crashes: number[] = [];
  const changed = new EventEmitter();
  let ready = 0;
  const host = createEngineHost({
    start: () => {
      const child = new FakeProcess();
      processes.push(child);
      queueMicrotask(() => changed.emit('started'));
      return child;
    },
    onEvent: (event) => events.push(event),
    onState: (view) => states.push(view),
    onReady: () => {
      ready += 1;
    },
    onCrash: (code) => crashes.push(code),
    restartDelayMs: () => 0,
    now,
  });
  const latest = (): FakeProcess => {
    const child = processes.at(-1);
    if (child === undefined) throw new Error('no process was started');
    return child;
  };
  return {
    host,
    states,
    events,
    crashes,
    processes,
    latest,
    readyCount: () => ready,
    async nextStart() {
      await once(changed, 'started');
      return latest();
    },
  };
}

const open: EngineMessage = { ready: success(undefined) };

describe('the engine host', () => {
  it('calls the engine once its store is open, and matches answers to calls', async () => {
    const { host, latest, states, readyCount } = createHost();
    host.start();
    const early = host.forward('templates.list', undefined);
    expect(latest().received).toEqual([]);
    latest().send(open);
    const late = host.call('connections.close', { connectionId: 'c' });
    await latest().nextMessage();
    await Promise.resolve();
    const [first, second] = latest().received;
    latest().send({ id: second?.id ?? 0, result: success(undefined) });
    latest().send({ id: first?.id ?? 0, result: success([]) });
    expect(await early).toEqual(success([]));
    expect(await late).toEqual(success(undefined));
    expect(states).toEqual([{ kind: 'running' }]);
    expect(readyCount()).toBe(1);
  });

  it('passes its events on', () => {
    const { host, latest, events } = createHost();
    host.start();
    const event: EngineEvent = { event: 'upload.changed', data: upload() };
    latest().send(event);
    expect(events).toEqual([event]);
  });

  it('restarts it after a crash, shows that, and fails the calls it had', async () => {
    const { host, latest, states, nextStart, readyCount, crashes } = createHost();
    host.start();
    latest().send(open);
    const lost = host.call('uploads.snapshot', undefined);
    await latest().nextMessage();
    const restarting = nextStart();
    latest().end(139);
    expect(await lost).toMatchObject({ ok: false, failure: { code: 'engine-restarting' } });
    const second = await restarting;
    const waiting = host.call('connections.close', { connectionId: 'c' });
    second.reply = ({ id }) => ({ id, result: success(undefined) });
    second.send(open);
    expect(await waiting).toEqual(success(undefined));
    expect(crashes).toEqual([139]);
    expect(readyCount()).toBe(2);
    expect(states).toEqual([
      { kind: 'running' },
      { kind: 'starting' },
      { kind: 'restarted', at: '1970-01-01T00:00:00.000Z', times: 1 },
    ]);
  });

  it('gives up after repeated crashes, and says so', async () => {
    const { host, latest, nextStart, states } = createHost();
    host.start();
    for (let crash = 1; crash <= 6; crash += 1) {
      const next = nextStart();
      latest().end(1);
      await next;
    }
    latest().end(1);
    expect(states.at(-1)).toEqual({
      kind: 'failed',
      failure: failure('engine-crashed-repeatedly').failure,
    });
    expect(await host.call('uploads.snapshot', undefined)).toMatchObject({ ok: false });
  });

  it('keeps restarting an engine that crashes once a day', async () => {
    let dayMs = 0;
    const { host, latest, nextStart, states } = createHost(() => new Date(dayMs));
    host.start();
    for (let day = 0; day < 20; day += 1) {
      latest().send(open);
      dayMs += 86_400_000;
      const next = nextStart();
      latest().end(1);
      await next;
    }
    expect(states.some(({ kind }) => kind === 'failed')).toBe(false);
  });

  it('shows why the store cannot be opened, and answers every call with it', async () => {
    const { host, latest, states, processes } = createHost();
    host.start();
    const reason = failure('store-newer', { path: '/s', version: 9, supported: 1 });
    const early = host.call('uploads.snapshot', undefined);
    latest().send({ ready: reason });
    await host.whenOpen();
    expect(await early).toEqual(reason);
    expect(await host.call('uploads.snapshot', undefined)).toEqual(reason);
    expect(states).toEqual([{ kind: 'failed', failure: reason.failure }]);
    expect(processes).toHaveLength(1);
    expect(latest().killed).toBe(true);
  });

  it('drains on quit: uploads paused, store closed, process ended', async () => {
    const { host, latest, processes } = createHost();
    host.start();
    latest().send(open);
    latest().reply = ({ id, name }) => ({
      id,
      result: name === 'engine.drain' ? success({ uploadIds: [3, 5] }) : failure('bug'),
    });
    expect(await host.drain(60_000)).toEqual([3, 5]);
    expect(latest().killed).toBe(true);
    expect(processes).toHaveLength(1);
    expect(await host.call('uploads.snapshot', undefined)).toMatchObject({ ok: false });
  });

  it('kills an engine that does not answer in time', async () => {
    const { host, latest, processes } = createHost();
    host.start();
    latest().send(open);
    expect(await host.drain(10)).toEqual([]);
    expect(latest().killed).toBe(true);
    expect(processes).toHaveLength(1);
  });

  it('quits although a killed engine does not end, because a share does not answer', async () => {
    const { host, latest } = createHost();
    host.start();
    latest().send(open);
    latest().hangs = true;
    expect(await host.drain(10)).toEqual([]);
    expect(latest().killed).toBe(true);
  });

  it('can quit before the engine has opened', async () => {
    const { host, latest } = createHost();
    host.start();
    expect(await host.drain(60_000)).toEqual([]);
    expect(latest().killed).toBe(true);
  });

  it('waits longer before each restart', () => {
    expect([1, 2, 3, 6, 20].map(defaultRestartDelayMs)).toEqual([250, 500, 1000, 8000, 8000]);
  });
});
