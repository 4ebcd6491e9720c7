import type { FailureCode } from '../../../preload/contract/failures/failure.ts';

/** What to do about a failure in the window: which screen or button helps. Follows the failure's own text. */
export const failureAdvice: Readonly<Partial<Record<FailureCode, string>>> = {
  'key-missing': 'Enter one in Settings, under Connections.',
  'key-refused': 'Enter a new key in Settings, under Connections.',
  'key-unreadable': 'You can do that in Settings, under Connections.',
  'connection-not-found': 'Add it again in Settings, under Connections.',
  'connection-not-ready': 'You can check it in Settings, under Connections.',
  'server-not-connected': 'Add it in Settings, under Connections.',
  'database-unconfirmed': 'To confirm the database, resume the upload and type its name.',
  'link-secret-missing': 'Choose Retry to enter it.',
  'proxy-unsupported': 'You can do that in Settings, under Network.',
  'sandbox-not-running': 'You can do that on the Sandbox screen.',
  'sandbox-ended': 'You can do that on the Sandbox screen.',
  bug: 'You can open the log from the About screen.',
};
