/** A new upload until it is started: its sources, files, custodians and settings. */

import { similarNames } from '../../../main/engine/intake/custodians/similar-names.ts';
import { failure, success } from '../../../preload/contract/failures/failure.ts';
import { uploadId as uploadIdOf } from '../../../preload/contract/views/ids.ts';
import { everything } from '../../../preload/contract/views/selection.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { custodiansOf, foldersOf, preflightOf, settingsForm } from './drafts.ts';
import type { Handlers, MockApp } from './mock-app.ts';
import { createDraft } from './scan.ts';
import type { MockUploads } from './upload-calls.ts';

type Calls = Extract<
  keyof Handlers,
  | `sources.${string}`
  | `drafts.${string}`
  | `selection.${string}`
  | `templates.${string}`
  | `custodianTemplates.${string}`
  | 'processingSettings.list'
  | 'paths.choose'
>;

const ok = success(undefined);
/** The folder of most uploads of the mock. */
const share = '\\\\nas2\\evidence\\EV-0412';

export function newUploadHandlers(app: MockApp, { find, change }: MockUploads): Pick<Handlers, Calls> {
  const { state } = app;
  return {
    'paths.choose': ({ purpose }) =>
      success([
        purpose === 'source-folders' || purpose === 'watched-folder'
          ? { sourceId: `source-${Date.now()}`, path: share, kind: 'folder' }
          : { sourceId: `source-${Date.now()}`, path: 'E:\\media\\EV-0412.zip', kind: 'file' },
      ]),
    'sources.sample': () =>
      success([
        {
          sourceId: `source-${Date.now()}`,
          path: 'C:\\Program Files\\Lading\\resources\\sample-matter',
          kind: 'folder',
        },
      ]),
    'drafts.create': (given) => createDraft(app, given),
    'selection.get': () =>
      success({
        rules: everything,
        skipped: [],
        systemFiles: [{ kind: 'thumbnails', items: 312, bytes: 12_400_000 }],
        alreadySent: { items: 0, bytes: 0, datasets: [] },
        sentAgain: { items: 0, bytes: 0 },
        known: { items: 0, bytes: 0 },
        duplicates: { items: 0, bytes: 0 },
        mismatches: 0,
        checking: null,
      }),
    'selection.preview': ({ uploadId }) =>
      success({ queued: find(uploadId).totals.queued, skipped: [], unknownCustodians: [] }),
    'selection.set': ({ uploadId }) => success(find(uploadId)),
    'selection.chooseFindings': ({ filter }) => success(find(filter.uploadId)),
    'selection.undo': ({ uploadId }) => success(find(uploadId)),
    'selection.history': () => success({ undo: false, redo: false }),
    'selection.choose': ({ uploadId }) => success(find(uploadId)),
    'selection.check': () => success({ unread: 0, known: null, lists: null }),
    'selection.checkKnown': () => success({ unread: 0, known: null, lists: null }),
    'selection.cancelCheck': () => ok,
    'drafts.preflight': ({ uploadId }) => success(preflightOf(find(uploadId), app.packing.get(uploadId))),
    'drafts.acceptInactive': ({ uploadId }) => success(find(uploadId)),
    'drafts.setPacking': ({ uploadId, pack }) => {
      app.packing.set(uploadId, pack);
      return success(find(uploadId));
    },
    'drafts.setCustodians': ({ uploadId, rules, custodian }) =>
      success(change(uploadId, { custodianRules: rules, custodian })),
    'drafts.assignCustodian': ({ folderIds, custodian }) => {
      for (const folderId of folderIds)
        if (custodian === null) app.manualCustodians.delete(folderId);
        else app.manualCustodians.set(folderId, custodian);
      return ok;
    },
    'drafts.leaveUnassigned': ({ uploadId, leave }) => success(change(uploadId, { leaveUnassigned: leave })),
    'drafts.undoCustodians': ({ uploadId }) => success(find(uploadId)),
    'drafts.custodianHistory': () => success({ undo: null, redo: null }),
    'drafts.previewCustodians': ({ uploadId }) =>
      success({
        custodians: custodiansOf(find(uploadId), app.manualCustodians).map(
          ({ custodian, items, bytes, folders }) => ({
            custodian,
            items,
            bytes,
            from: custodian === null ? 'none' : 'folder',
            samples: folders.slice(0, 3),
          }),
        ),
        moreCustodians: 0,
        changed: { items: 0, bytes: 0 },
      }),
    'drafts.readCustodianMap': () => failure('path-missing', { path: 'custodians.csv' }),
    'drafts.custodianMapMatch': () => success(null),
    'drafts.mergeCustodians': ({ uploadId }) => success(find(uploadId)),
    'drafts.tree': ({ uploadId, parent, offset, limit }) => {
      const parentId = parent.kind === 'folder' ? parent.id : null;
      const folders = foldersOf(find(uploadId), app.manualCustodians, parentId);
      return success({ total: folders.length, entries: folders.slice(offset, offset + limit) });
    },
    'drafts.custodians': ({ uploadId }) =>
      success({ custodians: custodiansOf(find(uploadId), app.manualCustodians), more: 0 }),
    'drafts.similarCustodians': ({ uploadId }) =>
      success(
        similarNames(
          custodiansOf(find(uploadId), app.manualCustodians).flatMap(({ custodian }) => custodian ?? []),
        ).map((group) => [...group]),
      ),
    'drafts.setSettings': ({ uploadId, settings, sha1, partCheck }) =>
      success(change(uploadId, { settings, sha1, partCheck })),
    'drafts.settingDifferences': () => success([]),
    'drafts.sharedSources': ({ uploadId, sources }) => {
      const isOther = ({ id, state: is, sources: has }: UploadView): boolean =>
        id !== uploadId && is !== 'finished' && is !== 'cancelled' && has.includes(share);
      const others = sources?.length === 0 ? [] : state.uploads.filter(isOther);
      return success(others.map(({ id }) => ({ uploadId: id, sources: [share] })));
    },
    'drafts.startCheck': ({ uploadId }) => {
      const { databaseId, databaseName } = find(uploadId);
      const check = { databaseId, databaseName, subject: null, usedBefore: ['Doe v. Roe'] };
      if (databaseId === 41) return success({ databaseCheck: { ...check, reason: null }, refusal: null });
      const asked = { ...check, reason: 'new-database' } as const;
      const refusal = failure('database-unconfirmed', { ...asked, typed: null }).failure;
      return success({ databaseCheck: asked, refusal });
    },
    'drafts.continueScan': ({ uploadId }) => success(find(uploadId)),
    'drafts.discard': ({ uploadId }) => {
      state.uploads = state.uploads.filter((each) => each.id !== uploadId);
      app.emit({ name: 'upload.removed', data: { uploadId: uploadIdOf.parse(uploadId) } });
      return ok;
    },
    'processingSettings.list': () => success(settingsForm()),
    'templates.list': () => success(app.templates),
    'templates.save': ({ name, settings }) => {
      const saved = { id: app.templates.length + 1, name: name.trim(), settings };
      app.templates.push(saved);
      return success(saved);
    },
    'templates.remove': ({ id }) => {
      app.templates.splice(
        app.templates.findIndex((each) => each.id === id),
        1,
      );
      return ok;
    },

    'custodianTemplates.list': () => success([]),
    'custodianTemplates.save': () => success({ id: 1, leftOut: 0 }),
    'custodianTemplates.apply': ({ uploadId }) => success(find(uploadId)),
    'custodianTemplates.earlier': ({ uploadId }) =>
      success(
        uploadId === 6
          ? {
              datasetName: 'Mail archives 2024',
              at: '2026-11-02T09:12:00Z',
              csv: 'custodians.csv',
              manual: 2,
              isUsed: false,
            }
          : null,
      ),
    'custodianTemplates.applyEarlier': ({ uploadId }) => success(find(uploadId)),
    'custodianTemplates.rename': () => ok,
    'custodianTemplates.remove': () => ok,
    'custodianTemplates.write': () => success(undefined),
    'custodianTemplates.add': () => success({ name: 'Acme' }),
  };
}
