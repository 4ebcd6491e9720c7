import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failure.ts';
import type { EngineView } from '../../preload/contract/views.ts';
import { sampleUpload } from '../../test/fakes/main-state.ts';
import type { DeskEvent, FromEngine, ToEngine } from '../engine/index.ts';
import { createEngineHost, type EngineProcess, restartPauseMs } from './engine-host.ts';

/** A process that does what the test says. */
class Puppet implements EngineProcess {
  readonly pid = 4711;
  readonly asked: ToEngine[] = [];
  killed = false;
  readonly #port = new EventEmitter();
  /** Answers by itself; what it leaves undefined is never answered. */
  reply: (message: ToEngine) => FromEngine | undefined = () => undefined;

  postMessage(message: ToEngine): void {
    this.asked.push(structuredClone(message));
    this.#port.emit('asked');
    const answer = this.reply(message);
    if (answer !== undefined) queueMicrotask(() => this.say(answer));
  }
  onMessage(listener: (message: FromEngine) => void): void {
    this.#port.on('message', listener);
  }
  onExit(listener: (code: number) => void): void {
    this.#port.on('exit', listener);
  }
  say(message: FromEngine): void {
    this.#port.emit('message', message);
  }
  end(code: number): void {
    this.#port.emit('exit', code);
  }
  kill(): void {
    this.killed = true;
    queueMicrotask(() => this.end(0));
  }
  async nextAsked(): Promise<void> {
    await once(this.#port, 'asked');
  }
}

function stage(now: () => Date = () => new Date(0)) {
  const puppets: Puppet[] = [];
  const states: EngineView[] = [];
  const events: DeskEvent[] = [];
  const crashes: number[] = [];
  const changed = new EventEmitter();
  let ready = 0;
  const host = createEngineHost({
    start: () => {
      const puppet = new Puppet();
      puppets.push(puppet);
      queueMicrotask(() => changed.emit('started'));
      return puppet;
    },
    onEvent: (event) => events.push(event),
    onState: (view) => states.push(view),
    onReady: () => {
      ready += 1;
    },
    onCrash: (code) => crashes.push(code),
    pauseMs: () => 0,
    now,
  });
  const latest = (): Puppet => {
    const puppet = puppets.at(-1);
    if (puppet === undefined) throw new Error('no process was started');
    return puppet;
  };
  return {
    host,
    states,
    events,
    crashes,
    puppets,
    latest,
    readyCount: () => ready,
    async nextStart() {
      await once(changed, 'started');
      return latest();
    },
  };
}

const open: FromEngine = { ready: success(undefined) };

describe('the engine under the window', () => {
  it('is asked once its store is open, and each answer finds its question', async () => {
    const { host, latest, states, readyCount } = stage();
    host.start();
    const early = host.pass('templates.list', undefined);
    expect(latest().asked).toEqual([]);
    latest().say(open);
    const late = host.ask('connections.close', { connectionId: 'c' });
    await latest().nextAsked();
    await Promise.resolve();
    const [first, second] = latest().asked;
    latest().say({ id: second?.id ?? 0, result: success(undefined) });
    latest().say({ id: first?.id ?? 0, result: success([]) });
    expect(await early).toEqual(success([]));
    expect(await late).toEqual(success(undefined));
    expect(states).toEqual([{ kind: 'running' }]);
    expect(readyCount()).toBe(1);
  });

  it('hands on what it tells', () => {
    const { host, latest, events } = stage();
    host.start();
    const event: DeskEvent = { event: 'upload.changed', data: sampleUpload() };
    latest().say(event);
    expect(events).toEqual([event]);
  });

  it('is started again after a crash, visibly, and what was asked is answered with a sentence', async () => {
    const { host, latest, states, nextStart, readyCount, crashes } = stage();
    host.start();
    latest().say(open);
    const lost = host.ask('uploads.snapshot', undefined);
    await latest().nextAsked();
    const restarting = nextStart();
    latest().end(139);
    expect(await lost).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    const second = await restarting;
    const waiting = host.ask('connections.close', { connectionId: 'c' });
    second.reply = ({ id }) => ({ id, result: success(undefined) });
    second.say(open);
    expect(await waiting).toEqual(success(undefined));
    expect(crashes).toEqual([139]);
    expect(readyCount()).toBe(2);
    expect(states).toEqual([
      { kind: 'running' },
      { kind: 'starting' },
      { kind: 'restarted', at: '1970-01-01T00:00:00.000Z', times: 1 },
    ]);
  });

  it('that ends again and again is left alone, and says so', async () => {
    const { host, latest, nextStart, states } = stage();
    host.start();
    for (let crash = 1; crash <= 6; crash += 1) {
      const next = nextStart();
      latest().end(1);
      await next;
    }
    latest().end(1);
    expect(states.at(-1)).toMatchObject({ kind: 'failed', failure: { code: 'stopped' } });
    expect(await host.ask('uploads.snapshot', undefined)).toMatchObject({ ok: false });
  });

  it('may crash once a day for ever', async () => {
    let dayMs = 0;
    const { host, latest, nextStart, states } = stage(() => new Date(dayMs));
    host.start();
    for (let day = 0; day < 20; day += 1) {
      latest().say(open);
      dayMs += 86_400_000;
      const next = nextStart();
      latest().end(1);
      await next;
    }
    expect(states.some(({ kind }) => kind === 'failed')).toBe(false);
  });

  it('that cannot open its store says why, and every question is answered with it', async () => {
    const { host, latest, states, puppets } = stage();
    host.start();
    const why = failure('store-newer', 'The store was written by a later Lading.');
    const early = host.ask('uploads.snapshot', undefined);
    latest().say({ ready: why });
    await host.settled();
    expect(await early).toEqual(why);
    expect(await host.ask('uploads.snapshot', undefined)).toEqual(why);
    expect(states).toEqual([{ kind: 'failed', failure: why.failure }]);
    expect(puppets).toHaveLength(1);
    expect(latest().killed).toBe(true);
  });

  it('is drained on quit: uploads paused, store closed, process ended', async () => {
    const { host, latest, puppets } = stage();
    host.start();
    latest().say(open);
    latest().reply = ({ id, name }) => ({
      id,
      result:
        name === 'engine.drain' ? success({ uploadIds: [3, 5] }) : failure('bad-input', 'not asked for'),
    });
    expect(await host.drain(60_000)).toEqual([3, 5]);
    expect(latest().killed).toBe(true);
    expect(puppets).toHaveLength(1);
    expect(await host.ask('uploads.snapshot', undefined)).toMatchObject({ ok: false });
  });

  it('that does not answer in time is ended', async () => {
    const { host, latest, puppets } = stage();
    host.start();
    latest().say(open);
    expect(await host.drain(10)).toEqual([]);
    expect(latest().killed).toBe(true);
    expect(puppets).toHaveLength(1);
  });

  it('that never opened can be quit', async () => {
    const { host, latest } = stage();
    host.start();
    expect(await host.drain(60_000)).toEqual([]);
    expect(latest().killed).toBe(true);
  });

  it('is started again sooner at first, later later', () => {
    expect([1, 2, 3, 6, 20].map(restartPauseMs)).toEqual([250, 500, 1000, 8000, 8000]);
  });
});
