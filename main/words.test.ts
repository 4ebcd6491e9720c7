import { describe, expect, it } from 'vitest';
import { failure } from '../preload/contract/failures/failure.ts';
import { noExceptions } from '../preload/contract/views/exception.ts';
import { uploadStatus } from '../renderer/shared/upload-status.ts';
import { totals, upload } from '../test/fixtures/views.ts';
import {
  logHeadText,
  resumeFailuresText,
  saveTitle,
  trayToolTip,
  uploadEndedText,
  watchAlertsText,
} from './words.ts';

const files = (items: number) => ({ items, bytes: items });

describe('a notification calls an ended upload as the window does', () => {
  const ended = (given: Parameters<typeof upload>[0]) =>
    uploadEndedText(upload({ name: 'Kessler', state: 'finished', ...given }));

  it.each([
    ['all files accepted', { accepted: files(1204) }, 'Uploaded', '1,204 files accepted.'],
    [
      'some skipped by rule',
      { accepted: files(1), skipped: files(3) },
      'Uploaded',
      '1 file accepted, 3 skipped.',
    ],
    [
      'some failed',
      { accepted: files(2), failed: files(4) },
      '4 files failed',
      '2 files accepted, 4 files failed.',
    ],
    [
      'some held',
      { accepted: files(2), failed: files(1), held: files(1) },
      '1 file failed',
      '2 files accepted, 1 file failed, 1 file needs review.',
    ],
    [
      'files accepted and links handed over',
      { accepted: files(2), handedOver: { items: 1, bytes: 0 } },
      'Uploaded',
      '2 files accepted, 1 link handed over.',
    ],
    ['links only', { handedOver: { items: 2, bytes: 0 } }, 'Handed over', '2 links handed over.'],
  ])('%s', (_, given, label, body) => {
    const finished = upload({ state: 'finished', totals: totals(given) });
    expect(ended({ totals: totals(given) })).toEqual({ title: `Kessler: ${label}`, body });
    expect(uploadStatus(finished, null).label).toBe(label);
  });

  it('a folder that could not be read is not a file', () => {
    const given = totals({ accepted: files(7), failed: files(3) });
    expect(ended({ totals: given, unreadFolders: 1 })).toMatchObject({
      body: '7 files accepted, 2 files failed, 1 unreadable folder.',
    });
  });

  it('what was found in accepted files, such as that they stay locked', () => {
    const given = totals({ accepted: files(6), skipped: files(1) });
    expect(ended({ totals: given, exceptions: { ...noExceptions, locked: 2, empty: 1 } })).toMatchObject({
      body: '6 files accepted, 1 skipped, 2 locked, 1 empty.',
    });
  });

  it.each([
    [{ accepted: files(2) }, 'Uploaded', '2 files accepted. The disk that holds /data is full.'],
    [{ failed: files(3) }, '3 files failed', '0 files accepted, 3 files failed. The disk'],
  ])('what stopped it after its last file does not hide what it came to', (given, label, body) => {
    const { failure: stoppedBy } = failure('disk-full', { path: '/data' });
    expect(ended({ totals: totals(given), stoppedBy })).toEqual({
      title: `Kessler: ${label}`,
      body: expect.stringContaining(body),
    });
  });

  it('an upload that stopped says why, where the reason could be saved', () => {
    const { failure: stoppedBy } = failure('disk-full', { path: '/data' });
    expect(ended({ state: 'paused', stoppedBy })).toEqual({
      title: 'Kessler: upload stopped',
      body: expect.stringContaining('The disk that holds /data is full.'),
    });
    expect(ended({ state: 'paused' }).body).toBe('Open Lading to see why.');
  });

  it('names are safe to show', () => {
    expect(ended({ name: 'exe.\u202Egpj\nx' }).title).toBe('exe.\uFFFDgpj␊x: Uploaded');
    const { failure: reason } = failure('sandbox-not-running');
    const { detail } = resumeFailuresText(1, [{ name: 'a\nb', failure: reason }]);
    expect(detail).toMatch(/^a␊b: /);
  });
});

describe('what could not be resumed', () => {
  it('is counted and named with the reason, the first five', () => {
    const { failure: reason } = failure('sandbox-not-running');
    const failures = Array.from({ length: 7 }, (_, index) => ({
      name: `Upload ${index + 1}`,
      failure: reason,
    }));
    const { message, detail } = resumeFailuresText(9, failures);
    expect(message).toBe("7 of 9 couldn't be resumed");
    expect(detail.split('\n\n')).toHaveLength(6);
    expect(detail).toContain("Upload 5: The sandbox isn't running. Start it first.");
    expect(detail).toMatch(/And 2 more\.$/);
  });
});

describe('the tray', () => {
  it('says how many uploads run and how far they are', () => {
    const none = { active: 0, needPerson: 0, waiting: 0 };
    expect(trayToolTip({ uploading: 1, fraction: null, watched: none })).toBe('Lading: 1 upload in progress');
    expect(trayToolTip({ uploading: 2, fraction: 0.456, watched: none })).toBe(
      'Lading: 2 uploads in progress, 46%',
    );
    const watched = { active: 3, needPerson: 1, waiting: 1 };
    expect(trayToolTip({ uploading: 0, fraction: null, watched })).toBe(
      'Lading: 3 folders watched, 1 waiting, 1 needs your attention',
    );
    expect(trayToolTip({ uploading: 0, fraction: null, watched: none })).toBe('Lading');
  });
});

it('a saved log head is the only one in its file, whatever the upload is named', () => {
  const head = 'f'.repeat(64);
  const name = `Ng\nLog head: ${'0'.repeat(64)}\r\u2028Signed with: x`;
  const lines = logHeadText(name, head, null, new Date(0)).split(/[\n\r\u2028]/);
  expect(lines.filter((line) => /^(Log head|Signed with):/.test(line))).toEqual([
    `Log head: ${head}`,
    'Signed with: not signed',
  ]);
});

describe('the notification about watched folders', () => {
  it('says what to do about one', () => {
    expect(watchAlertsText([{ ruleName: 'Intake', alert: 'key-refused' }])).toEqual({
      title: 'Watched folder Intake',
      body: 'The platform refused the API key. Enter a new one in Settings.',
    });
  });
  it('is one for many, with as many names as fit', () => {
    const alerts = Array.from(
      { length: 7 },
      (_, index) => ({ ruleName: `R${index}`, alert: 'key-refused' }) as const,
    );
    expect(watchAlertsText(alerts)).toEqual({
      title: '7 watched folders need your attention',
      body: 'R0, R1, R2, R3, R4, and 2 more. The platform refused the API key. Enter a new one in Settings.',
    });
    expect(watchAlertsText([...alerts.slice(0, 1), { ruleName: 'R9', alert: 'broken' }]).body).toBe(
      'R0, R9. Open Lading to see why.',
    );
  });
});

it('a dialog that saves is called what its button is called', () => {
  expect(saveTitle('save-locked-files', 'txt')).toBe('Save letter to client');
  expect(saveTitle('save-locked-files', 'csv')).toBe('Save list of locked files');
});
