import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { Argument } from '../../../preload/contract/index.ts';
import type { UploadView } from '../../../preload/contract/views.ts';
import {
  closeForm,
  formFor,
  fullLinksOf,
  markSeen,
  setForm,
  stopInventory,
  takeInventory,
  useDrafting,
} from '../../../renderer/features/new-upload/drafting.ts';
import { totals, upload } from '../../fixtures/views.ts';

const draft: Argument<'drafts.create'> = {
  connectionId: 'harrow',
  databaseId: 41,
  dataset: { name: 'EV', description: null },
  sourceIds: ['a'],
  links: [],
  followSymlinks: false,
};
const made: UploadView = upload({
  id: 7,
  name: 'EV',
  state: 'ready',
  createdAt: '2026-11-14T00:00:00.000Z',
  connectionId: 'harrow',
  databaseId: 43,
  datasetName: 'EV',
  totals: totals({}),
});
const initial = useDrafting.getInitialState();
/** Answers of the bridge, by call. */
let answers: Record<string, () => Promise<Result<unknown>>>;

beforeEach(() => {
  useDrafting.setState(initial, true);
  answers = {};
  vi.stubGlobal('window', { lading: { invoke: (name: string) => answers[name]?.() } });
});
afterEach(() => vi.unstubAllGlobals());

describe('an inventory', () => {
  it('makes the draft of the form, whose links stay at hand until it is sent', async () => {
    answers['drafts.create'] = async () => success(made);
    setForm({ connectionId: 'harrow', links: 'https://a.example/x?sig=1' });
    expect(await takeInventory(draft, 6)).toEqual(made);
    expect(useDrafting.getState().making).toEqual({ kind: 'none' });
    expect(fullLinksOf(7)).toEqual(['https://a.example/x?sig=1']);
    expect(fullLinksOf(8)).toEqual([]);
    closeForm(7);
    expect(fullLinksOf(7)).toEqual([]);
    expect(useDrafting.getState().form).toMatchObject({ connectionId: 'harrow', links: '' });
  });

  it('that fails leaves the form as it was, and says why', async () => {
    const refused = failure('path-unreadable', 'E:\\ cannot be read.');
    answers['drafts.create'] = async () => refused;
    setForm({ datasetName: 'Mine' });
    expect(await takeInventory(draft, 6)).toBeNull();
    expect(useDrafting.getState().making).toEqual({ kind: 'failed', failure: refused.failure });
    expect(useDrafting.getState().form.datasetName).toBe('Mine');
  });

  it('that a person stops is no failure', async () => {
    const create = Promise.withResolvers<Result<unknown>>();
    answers['drafts.create'] = () => create.promise;
    answers['drafts.discard'] = async () => success(undefined);
    const taking = takeInventory(draft, 6);
    await stopInventory(7);
    expect(useDrafting.getState().making).toMatchObject({ kind: 'scanning', stopping: true });
    create.resolve(failure('stopped', 'Stopped.'));
    expect(await taking).toBeNull();
    expect(useDrafting.getState().making).toEqual({ kind: 'none' });
  });

  it('that cannot be stopped goes on', async () => {
    answers['drafts.create'] = () => new Promise(() => {});
    answers['drafts.discard'] = async () => failure('store-locked', 'Busy.');
    void takeInventory(draft, 6);
    await stopInventory(7);
    expect(useDrafting.getState().making).toMatchObject({ kind: 'scanning', stopping: false });
  });
});

describe('the form once more', () => {
  it('is what it was, for the draft that came of it', async () => {
    answers['drafts.create'] = async () => success(made);
    setForm({ datasetName: 'Mine', description: 'All of it' });
    await takeInventory(draft, 6);
    formFor(made);
    expect(useDrafting.getState().form).toMatchObject({ datasetName: 'Mine', description: 'All of it' });
  });

  it('has what an older draft tells: where it was going', () => {
    setForm({ description: 'of another' });
    formFor(made);
    expect(useDrafting.getState().form).toMatchObject({
      connectionId: 'harrow',
      databaseId: 43,
      datasetName: 'EV',
      description: '',
      sources: [],
    });
  });
});

describe('the steps of a draft', () => {
  it('stay open as far as a person has come, whichever is looked at again', () => {
    markSeen(7, 'settings');
    markSeen(7, 'preflight');
    expect(useDrafting.getState().seen.get(7)).toBe('settings');
    markSeen(8, 'source');
    expect(useDrafting.getState().seen.get(8)).toBe('preflight');
  });
});
