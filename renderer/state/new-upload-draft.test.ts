import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { Argument } from '../../preload/contract/index.ts';
import type { SourceView, UploadView } from '../../preload/contract/views/views.ts';
import { totals, upload } from '../../test/fixtures/views.ts';
import {
  cancelScan,
  continueForm,
  emptySourceForm,
  forgetForm,
  fullLinks,
  leaveForm,
  restoreForm,
  startForm,
  startScan,
  updateForm,
  useNewUploadDraft,
} from './new-upload-draft.ts';

const draft: Argument<'drafts.create'> = {
  connectionId: 'harrow',
  databaseId: 41,
  dataset: { name: 'EV', description: null },
  sources: ['a'],
  links: [],
  followSymlinks: false,
};
const created: UploadView = upload({
  id: 7,
  name: 'EV',
  state: 'ready',
  createdAt: '2026-11-14T00:00:00.000Z',
  connectionId: 'harrow',
  databaseId: 43,
  datasetName: 'EV',
  totals: totals({}),
});
const smith: SourceView = { sourceId: 's', path: '/evidence/Smith', kind: 'folder' };
const doe: SourceView = { sourceId: 'd', path: '/evidence/Doe', kind: 'folder' };
const initial = useNewUploadDraft.getInitialState();
/** The bridge's answers, by call name. */
let answers: Record<string, () => Promise<Result<unknown>>>;

beforeEach(() => {
  useNewUploadDraft.setState(initial, true);
  answers = {};
  vi.stubGlobal('window', { lading: { invoke: (name: string) => answers[name]?.() } });
});
afterEach(() => vi.unstubAllGlobals());

describe('a scan', () => {
  it('turns the form into a draft and keeps its full links until it is sent', async () => {
    answers['drafts.create'] = async () => success(created);
    updateForm({ connectionId: 'harrow', links: 'https://a.example/x?sig=1' });
    expect(await startScan(draft, 6)).toEqual(created);
    expect(useNewUploadDraft.getState().scan).toEqual({ kind: 'none' });
    expect(fullLinks(7)).toEqual(['https://a.example/x?sig=1']);
    expect(fullLinks(8)).toEqual([]);
    forgetForm(7);
    expect(fullLinks(7)).toEqual([]);
  });

  it('leaves nothing of the draft to the next upload', async () => {
    answers['drafts.create'] = async () => success(created);
    updateForm({ connectionId: 'harrow', databaseId: 43, datasetName: 'EV', sources: [smith] });
    await startScan(draft, 6);
    expect(useNewUploadDraft.getState().form).toEqual(emptySourceForm);
    updateForm({ sources: [doe] });
    restoreForm(created);
    expect(useNewUploadDraft.getState().form).toMatchObject({ sources: [smith], replacesId: 7 });
    // Its links are there until another scan replaces it.
    answers['drafts.create'] = async () => success({ ...created, id: 8 });
    updateForm({ links: 'https://a.example/x?sig=1' });
    await startScan(draft, 7);
    expect([fullLinks(7), fullLinks(8)]).toEqual([[], ['https://a.example/x?sig=1']]);
  });

  it('that fails leaves the form unchanged and keeps the failure', async () => {
    const unreadable = failure('path-unreadable', { path: 'E:\\', errno: 'EACCES' });
    answers['drafts.create'] = async () => unreadable;
    updateForm({ datasetName: 'Mine' });
    expect(await startScan(draft, 6)).toBeNull();
    expect(useNewUploadDraft.getState().scan).toEqual({ kind: 'failed', failure: unreadable.failure });
    expect(useNewUploadDraft.getState().form.datasetName).toBe('Mine');
  });

  it('that the user cancels is not a failure', async () => {
    const create = Promise.withResolvers<Result<unknown>>();
    answers['drafts.create'] = () => create.promise;
    answers['drafts.discard'] = async () => success(undefined);
    const scan = startScan(draft, 6);
    await cancelScan(7);
    expect(useNewUploadDraft.getState().scan).toMatchObject({ kind: 'scanning', isCancelling: true });
    create.resolve(failure('stopped'));
    expect(await scan).toBeNull();
    expect(useNewUploadDraft.getState().scan).toEqual({ kind: 'none' });
  });

  it('continues if cancelling fails', async () => {
    answers['drafts.create'] = () => new Promise(() => {});
    answers['drafts.discard'] = async () => failure('store-locked', { path: 'lading.db' });
    void startScan(draft, 6);
    await cancelScan(7);
    expect(useNewUploadDraft.getState().scan).toMatchObject({ kind: 'scanning', isCancelling: false });
  });
});

describe('a form that was left', () => {
  it('with sources is continued only once a person says so', () => {
    updateForm({ databaseId: 43, sources: [smith] });
    leaveForm();
    expect(useNewUploadDraft.getState()).toMatchObject({ isLeft: true, form: { sources: [smith] } });
    continueForm();
    expect(useNewUploadDraft.getState()).toMatchObject({ isLeft: false, form: { sources: [smith] } });
  });

  it('without sources is empty', () => {
    updateForm({ connectionId: 'harrow', databaseId: 43 });
    leaveForm();
    expect(useNewUploadDraft.getState()).toMatchObject({ isLeft: false, form: emptySourceForm });
  });

  it('gives nothing to an upload that starts elsewhere', () => {
    updateForm({ databaseId: 43, sources: [smith] });
    leaveForm();
    startForm({ connectionId: 'harrow', databaseId: 41 });
    const { form, isLeft } = useNewUploadDraft.getState();
    expect(form).toEqual({ ...emptySourceForm, connectionId: 'harrow', databaseId: 41 });
    expect(isLeft).toBe(false);
  });

  it('stays while it is scanned', () => {
    answers['drafts.create'] = () => new Promise(() => {});
    updateForm({ sources: [smith] });
    void startScan(draft, 6);
    leaveForm();
    expect(useNewUploadDraft.getState()).toMatchObject({ isLeft: false, form: { sources: [smith] } });
  });
});

describe('the restored form', () => {
  it('is unchanged for the draft created from it', async () => {
    answers['drafts.create'] = async () => success(created);
    updateForm({ datasetName: 'Mine', description: 'All of it' });
    await startScan(draft, 6);
    restoreForm(created);
    expect(useNewUploadDraft.getState().form).toMatchObject({
      datasetName: 'Mine',
      description: 'All of it',
    });
  });

  it('has the destination of an older draft', () => {
    updateForm({ description: 'of another' });
    restoreForm({ ...created, datasetDescription: 'as saved' });
    expect(useNewUploadDraft.getState().form).toMatchObject({
      connectionId: 'harrow',
      databaseId: 43,
      datasetName: 'EV',
      description: 'as saved',
      sources: [],
    });
  });
});
