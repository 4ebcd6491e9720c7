import { describe, expect, it } from 'vitest';
import { inspectionOf, noExceptionsText } from './inspection.ts';

const checked = inspectionOf({ inspection: { checked: 3, files: 3, isSkipped: false } });
const partly = inspectionOf({ inspection: { checked: 1, files: 3, isSkipped: true } });
const never = inspectionOf({ inspection: null });

describe('an upload without exceptions', () => {
  it('that was checked has none', () => {
    expect(noExceptionsText(checked, 0)).toEqual({
      title: 'No exceptions',
      text: 'No file failed or needs review. None of the files to upload was found to be locked, damaged, or empty.',
    });
  });

  it.each([partly, never])('that was not checked has none that is known: %j', (inspection) => {
    expect(noExceptionsText(inspection, 0)).toEqual({
      title: 'No known exceptions',
      text: "No file failed or needs review. Whether files are locked or damaged isn't known.",
    });
  });

  it('of which nothing is known yet only says what its states say, and what was skipped', () => {
    expect(noExceptionsText(null, 2).text).toBe('No file failed or needs review. 2 files were skipped.');
  });
});
