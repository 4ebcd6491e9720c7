import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failure.ts';
import { activityHandlers } from './activity.ts';

const argument = {
  connectionId: 'firm',
  orgId: 7,
  filter: { beginMs: null, endMs: null, type: null, userIds: null, text: '' },
};

function createHandlers(savePath: string | null, answer: unknown = success(undefined)) {
  const calls: unknown[] = [];
  const handlers = activityHandlers({
    engine: {
      call: async (name, given) => {
        calls.push([name, given]);
        return JSON.parse(JSON.stringify(answer));
      },
    },
    dialogs: {
      chooseSavePath: async (_, suggested) => {
        calls.push(suggested);
        return savePath;
      },
    },
    now: () => new Date(2026, 10, 5),
  });
  return { handlers, calls };
}

describe('exporting the activity log', () => {
  it('is done by the engine, into the file that the person chose', async () => {
    const { handlers, calls } = createHandlers('/reports/log.csv');
    expect(await handlers['activity.exportCsv'](argument)).toEqual(success({ path: '/reports/log.csv' }));
    expect(calls).toEqual([
      'Activity log 2026-11-05.csv',
      ['exports.activity', { ...argument, path: '/reports/log.csv' }],
    ]);
  });

  it('reads nothing when the dialog is closed', async () => {
    const { handlers, calls } = createHandlers(null);
    expect(await handlers['activity.exportCsv'](argument)).toEqual(success(null));
    expect(calls).toHaveLength(1);
  });

  it('fails as the engine does', async () => {
    const { handlers } = createHandlers('/reports/log.csv', failure('stopped'));
    expect(await handlers['activity.exportCsv'](argument)).toEqual(failure('stopped'));
  });
});
