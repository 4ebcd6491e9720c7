import { describe, expect, it } from 'vitest';
import type { ItemView } from '../../../preload/contract/views/views.ts';
import { item, totals, upload } from '../../../test/fixtures/views.ts';
import { exceptionReason, inspectionOf, noExceptionsText } from './inspection.ts';

const sent = upload({ state: 'finished', totals: totals({ accepted: { items: 3, bytes: 30 } }) });
const checked = inspectionOf({ inspection: { checked: 3, files: 3, isSkipped: false } });
const partly = inspectionOf({ inspection: { checked: 1, files: 3, isSkipped: true } });
const never = inspectionOf({ inspection: null });

describe('an upload without exceptions', () => {
  it('that was checked has none', () => {
    expect(noExceptionsText(checked, sent)).toEqual({
      icon: 'check',
      title: 'No exceptions',
      text: 'No file failed or needs review. None of the files to upload was found to be locked, damaged, or empty.',
    });
  });

  it.each([partly, never])('that was not checked has none that is known: %j', (inspection) => {
    expect(noExceptionsText(inspection, sent)).toEqual({
      icon: 'search',
      title: 'No known exceptions',
      text: "No file failed or needs review. Whether files are locked or damaged isn't known.",
    });
  });

  it('of which nothing is known yet only says what its states say, and what was skipped', () => {
    const skipped = { ...sent, totals: totals({ skipped: { items: 2, bytes: 20 } }) };
    expect(noExceptionsText(null, skipped).text).toBe(
      '2 files were skipped. No file failed or needs review.',
    );
  });

  it('of which one was skipped says nothing of that one, which may be damaged', () => {
    const one = { items: 1, bytes: 10 };
    const skipped = { ...sent, totals: totals({ accepted: one, skipped: one }) };
    expect(noExceptionsText(checked, skipped)).toEqual({
      icon: 'check',
      title: 'No exceptions in the files that were sent',
      text: '1 file was skipped. No file failed or needs review. None of the other files was found to be locked, damaged, or empty.',
    });
  });

  it('that was canceled has no check mark', () => {
    const three = { items: 3, bytes: 2e12 };
    const canceled = { totals: totals({ skipped: three }), cancelled: three };
    expect(noExceptionsText(checked, canceled)).toEqual({
      icon: 'skip',
      title: 'No file was sent',
      text: "3 files weren't uploaded, because the upload was canceled. No file failed or needs review.",
    });
  });
});

describe('why a file is listed', () => {
  const finding: ItemView['findings'][number] = {
    code: 'only-zeros',
    details: {},
    id: 1,
    severity: 'warning',
    itemId: 1,
    path: 'a.pst',
  };
  it.each([
    ['accepted, with its finding', { state: 'accepted', exception: 'damaged' }, null, /^Damaged: /],
    ['skipped, with both', { state: 'skipped', exception: 'excluded' }, 'By you.', /^By you\. Damaged: /],
    ['held, with the reason alone', { state: 'held', exception: 'held' }, 'By a rule.', /^By a rule\.$/],
  ] as const)('%s', (_, given, reason, expected) => {
    expect(exceptionReason(item({ ...given, findings: [finding] }), reason)).toMatch(expected);
  });
});
