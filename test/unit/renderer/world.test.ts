import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WindowEvent } from '../../../preload/contract/index.ts';
import type { Snapshot } from '../../../preload/contract/views.ts';
import {
  emptyMirror,
  type Mirror,
  receive,
  takeSnapshot,
  type World,
  worldOf,
} from '../../../renderer/state/world.ts';
import { progress, snapshot, totals, upload } from '../../fixtures/views.ts';

function live(given: Partial<Snapshot> = {}): Mirror {
  return takeSnapshot(emptyMirror, snapshot(given));
}

function worldAfter(start: Mirror, ...events: WindowEvent[]): World {
  const { world } = events.reduce(receive, start);
  if (world === null) throw new Error('no world');
  return world;
}

describe('an event', () => {
  it('of an upload adds or replaces it', () => {
    const world = worldAfter(
      live({ uploads: [upload({ id: 1 })] }),
      { revision: 1, name: 'upload.changed', data: upload({ id: 1, name: 'Renamed' }) },
      { revision: 2, name: 'upload.changed', data: upload({ id: 2 }) },
    );
    expect([...world.uploads.values()].map((each) => each.name)).toEqual(['Renamed', 'Collection']);
  });

  it('of progress carries the newest totals and state into its upload', () => {
    const sent = totals({ accepted: { items: 5, bytes: 50 } });
    const world = worldAfter(live({ uploads: [upload()] }), {
      revision: 1,
      name: 'progress',
      data: progress({ totals: sent, acknowledgedBytes: 60 }),
    });
    expect(world.uploads.get(1)).toMatchObject({ totals: sent, acknowledgedBytes: 60 });
    expect(world.progress.get(1)?.acknowledgedBytes).toBe(60);
  });

  it.each(['paused', 'finished', 'cancelled'] as const)('that an upload is %s ends its progress', (state) => {
    const start = live({ uploads: [upload()], progress: [progress({ bytesPerSecond: 9 })] });
    const changed = worldAfter(start, { revision: 1, name: 'upload.changed', data: upload({ state }) });
    const told = worldAfter(start, { revision: 1, name: 'progress', data: progress({ state }) });
    expect(changed.progress.size).toBe(0);
    expect(told.progress.size).toBe(0);
    expect(told.uploads.get(1)?.state).toBe(state);
  });

  it('of progress of an upload that is gone is nothing', () => {
    const world = worldAfter(
      live({ uploads: [upload()], progress: [progress()] }),
      { revision: 1, name: 'upload.removed', data: { uploadId: 1 } },
      { revision: 2, name: 'progress', data: progress() },
    );
    expect(world.uploads.size + world.progress.size).toBe(0);
    expect(world.revision).toBe(2);
  });
});

/** Events of two uploads, of the engine and of the menu, one revision after the other. */
const history = fc
  .array(
    fc.oneof(
      fc
        .record({ id: fc.constantFrom(1, 2), name: fc.string() })
        .map((given) => ({ name: 'upload.changed', data: upload(given) }) as const),
      fc.constantFrom(1, 2).map((uploadId) => ({ name: 'upload.removed', data: { uploadId } }) as const),
      fc
        .record({ uploadId: fc.constantFrom(1, 2), acknowledgedBytes: fc.nat() })
        .map((given) => ({ name: 'progress', data: progress(given) }) as const),
      fc.nat(9).map(
        (times) =>
          ({
            name: 'engine.changed',
            data: { kind: 'restarted', at: '2026-01-01T00:00:00Z', times },
          }) as const,
      ),
      fc.constant({ name: 'menu', data: { command: 'find' } } as const),
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map((told) => told.map((each, index): WindowEvent => ({ revision: index + 1, ...each })));

/** What main would answer after the first `revision` events. */
function truth(events: readonly WindowEvent[], revision: number): Snapshot {
  const world = worldAfter(live(), ...events.slice(0, revision));
  return {
    ...snapshot(),
    revision,
    engine: world.engine,
    uploads: [...world.uploads.values()],
    progress: [...world.progress.values()],
  };
}

describe('the mirror', () => {
  it('is right at its revision whatever is lost, doubled or out of order, and knows when it cannot go on', () => {
    const delivery = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('event' as const), at: fc.nat() }),
        fc.record({ kind: fc.constant('snapshot' as const), at: fc.nat() }),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(history, delivery, (events, deliveries) => {
        let mirror = emptyMirror;
        for (const { kind, at } of deliveries) {
          const event = events[at % events.length];
          if (kind === 'event' && event !== undefined) mirror = receive(mirror, event);
          if (kind === 'snapshot') mirror = takeSnapshot(mirror, truth(events, at % (events.length + 1)));
          if (mirror.world !== null) {
            expect(mirror.world).toEqual(worldOf(truth(events, mirror.world.revision)));
          }
        }
        const last = takeSnapshot({ ...mirror, needsSnapshot: true }, truth(events, events.length));
        expect(last.needsSnapshot).toBe(false);
        expect(last.world).toEqual(worldOf(truth(events, events.length)));
      }),
    );
  });

  it('needs no second snapshot when events come in order around the first', () => {
    fc.assert(
      fc.property(history, fc.nat(), fc.nat(), (events, a, b) => {
        const [taken, arrived] = [a % (events.length + 1), b % (events.length + 1)].toSorted((x, y) => x - y);
        if (taken === undefined || arrived === undefined) return;
        // Subscribed from the start; the snapshot is of revision `taken` and arrives after `arrived` events.
        let mirror = events.slice(0, arrived).reduce(receive, emptyMirror);
        mirror = takeSnapshot(mirror, truth(events, taken));
        mirror = events.slice(arrived).reduce(receive, mirror);
        expect(mirror.needsSnapshot).toBe(false);
        expect(mirror.world?.revision).toBe(events.length);
      }),
    );
  });

  it('asks for a snapshot at a gap, and takes up what came meanwhile', () => {
    const events = ['a', 'b', 'c', 'd'].map(
      (name, index): WindowEvent => ({ revision: index + 1, name: 'upload.changed', data: upload({ name }) }),
    );
    const [first, , third, fourth] = events;
    if (first === undefined || third === undefined || fourth === undefined) throw new Error('four events');
    let mirror = [first, third].reduce(receive, live());
    expect(mirror).toMatchObject({ needsSnapshot: true, world: { revision: 1 } });
    mirror = receive(mirror, fourth);
    mirror = takeSnapshot(mirror, truth(events, 3));
    expect(mirror).toMatchObject({ needsSnapshot: false, world: { revision: 4 } });
    expect(mirror.world?.uploads.get(1)?.name).toBe('d');
  });
});
