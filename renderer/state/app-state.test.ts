import { describe, expect, it } from 'vitest';
import type { WindowEvent } from '../../preload/contract/index.ts';
import { uploadId } from '../../preload/contract/views/ids.ts';
import type { Snapshot } from '../../preload/contract/views/views.ts';
import fc from '../../test/fixtures/property.ts';
import { progress, snapshot, totals, upload } from '../../test/fixtures/views.ts';
import {
  type AppState,
  appStateFrom,
  initialSyncState,
  receiveEvent,
  receiveSnapshot,
  type SyncState,
} from './app-state.ts';

function live(given: Partial<Snapshot> = {}): SyncState {
  return receiveSnapshot(initialSyncState, snapshot(given));
}

function stateAfter(start: SyncState, ...events: WindowEvent[]): AppState {
  const { state } = events.reduce(receiveEvent, start);
  if (state === null) throw new Error('no state');
  return state;
}

describe('an event', () => {
  it('of an upload adds or replaces it', () => {
    const state = stateAfter(
      live({ uploads: [upload({ id: 1 })] }),
      { revision: 1, name: 'upload.changed', data: upload({ id: 1, name: 'Renamed' }) },
      { revision: 2, name: 'upload.changed', data: upload({ id: 2 }) },
    );
    expect([...state.uploads.values()].map((each) => each.name)).toEqual(['Renamed', 'Collection']);
  });

  it('of progress carries the newest totals and state into its upload', () => {
    const sent = totals({ accepted: { items: 5, bytes: 50 }, failed: { items: 2, bytes: 7 } });
    const state = stateAfter(live({ uploads: [upload()] }), {
      revision: 1,
      name: 'progress',
      data: progress({ totals: sent, acknowledgedBytes: 60 }),
    });
    expect(state.uploads.get(1)).toMatchObject({
      totals: sent,
      acknowledgedBytes: 60,
      exceptions: { failed: 2 },
    });
    expect(state.progress.get(1)?.acknowledgedBytes).toBe(60);
  });

  it.each(['paused', 'finished', 'cancelled'] as const)(
    'that an upload is %s ends its progress',
    (uploadState) => {
      const start = live({ uploads: [upload()], progress: [progress({ bytesPerSecond: 9 })] });
      const changed = stateAfter(start, {
        revision: 1,
        name: 'upload.changed',
        data: upload({ state: uploadState }),
      });
      const reported = stateAfter(start, {
        revision: 1,
        name: 'progress',
        data: progress({ state: uploadState }),
      });
      expect(changed.progress.size).toBe(0);
      expect(reported.progress.size).toBe(0);
      expect(reported.uploads.get(1)?.state).toBe(uploadState);
    },
  );

  it('of progress of a removed upload changes nothing', () => {
    const state = stateAfter(
      live({ uploads: [upload()], progress: [progress()] }),
      { revision: 1, name: 'upload.removed', data: { uploadId: uploadId.parse(1) } },
      { revision: 2, name: 'progress', data: progress() },
    );
    expect(state.uploads.size + state.progress.size).toBe(0);
    expect(state.revision).toBe(2);
  });
});

/** Events of two uploads, of the engine and of the menu, one revision after the other. */
const history = fc
  .array(
    fc.oneof(
      fc
        .record({ id: fc.constantFrom(1, 2), name: fc.string() })
        .map((given) => ({ name: 'upload.changed', data: upload(given) }) as const),
      fc
        .constantFrom(1, 2)
        .map((id) => ({ name: 'upload.removed', data: { uploadId: uploadId.parse(id) } }) as const),
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
  .map((changes) => changes.map((each, index): WindowEvent => ({ revision: index + 1, ...each })));

/** The snapshot that main would answer after the first `revision` events. */
function truth(events: readonly WindowEvent[], revision: number): Snapshot {
  const state = stateAfter(live(), ...events.slice(0, revision));
  return {
    ...snapshot(),
    revision,
    engine: state.engine,
    uploads: [...state.uploads.values()],
    progress: [...state.progress.values()],
  };
}

describe('the state', () => {
  it('is correct for its revision if events are lost, duplicated or out of order, and knows when it needs a snapshot', () => {
    const delivery = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('event' as const), at: fc.nat() }),
        fc.record({ kind: fc.constant('snapshot' as const), at: fc.nat() }),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(history, delivery, (events, deliveries) => {
        let sync = initialSyncState;
        for (const { kind, at } of deliveries) {
          const event = events[at % events.length];
          if (kind === 'event' && event !== undefined) sync = receiveEvent(sync, event);
          if (kind === 'snapshot') sync = receiveSnapshot(sync, truth(events, at % (events.length + 1)));
          if (sync.state !== null) {
            expect(sync.state).toEqual(appStateFrom(truth(events, sync.state.revision)));
          }
        }
        const last = receiveSnapshot({ ...sync, needsSnapshot: true }, truth(events, events.length));
        expect(last.needsSnapshot).toBe(false);
        expect(last.state).toEqual(appStateFrom(truth(events, events.length)));
      }),
    );
  });

  it('needs no second snapshot if events arrive in order around the first', () => {
    fc.assert(
      fc.property(history, fc.nat(), fc.nat(), (events, a, b) => {
        const [taken, arrived] = [a % (events.length + 1), b % (events.length + 1)].toSorted((x, y) => x - y);
        if (taken === undefined || arrived === undefined) return;
        // Subscribed from the start; the snapshot is of revision `taken` and arrives after `arrived` events.
        let sync = events.slice(0, arrived).reduce(receiveEvent, initialSyncState);
        sync = receiveSnapshot(sync, truth(events, taken));
        sync = events.slice(arrived).reduce(receiveEvent, sync);
        expect(sync.needsSnapshot).toBe(false);
        expect(sync.state?.revision).toBe(events.length);
      }),
    );
  });

  it('needs a snapshot at a gap, and then applies what arrived meanwhile', () => {
    const events = ['a', 'b', 'c', 'd'].map(
      (name, index): WindowEvent => ({ revision: index + 1, name: 'upload.changed', data: upload({ name }) }),
    );
    const [first, , third, fourth] = events;
    if (first === undefined || third === undefined || fourth === undefined) throw new Error('four events');
    let sync = [first, third].reduce(receiveEvent, live());
    expect(sync).toMatchObject({ needsSnapshot: true, state: { revision: 1 } });
    sync = receiveEvent(sync, fourth);
    sync = receiveSnapshot(sync, truth(events, 3));
    expect(sync).toMatchObject({ needsSnapshot: false, state: { revision: 4 } });
    expect(sync.state?.uploads.get(1)?.name).toBe('d');
  });
});
