/**
 * A failure is a code and typed details, no sentence. `failure-schema.ts` lists every code with its details.
 * `failure-text.ts` says what happened in plain English; the window and the command line add what to do.
 * An exception that is not a Failure is a bug.
 */
import type {
  Failure,
  FailureCause,
  FailureCode,
  FailureDetails,
  Reason,
  SkipCode,
  SkipReason,
} from './failure-schema.ts';

export type {
  Failure,
  FailureCause,
  FailureCode,
  FailureOf,
  Reason,
  SkipCode,
  SkipReason,
} from './failure-schema.ts';

/** What a failure is about: the window's heading and the command line's exit code follow from it. */
export const failureKinds = [
  'bad-input',
  'unconfirmed', // a person has to confirm it first
  'profile-invalid',
  'url-insecure',
  'key-missing',
  'key-malformed',
  'key-refused', // 401
  'source', // evidence on disk: missing, unreadable, changed, too large
  'nothing-to-send',
  'store', // the database or its folder
  'altered', // changed outside of Lading
  'disk-full',
  'write', // a file that Lading was asked to write
  'forbidden', // 403
  'not-found', // 404
  'cap-reached', // 422, platform-interface 7.4
  'refused', // any other 4xx
  'unexpected-answer',
  'unreachable',
  'outcome-unknown',
  'hash-mismatch',
  'receipt-invalid',
  'unavailable', // the sandbox, the keychain, updates
  'stopped',
  'not-known',
  'bug',
] as const;
export type FailureKind = (typeof failureKinds)[number];

const kinds: Readonly<Record<FailureCode, FailureKind>> = {
  'server-url-missing': 'bad-input',
  'server-url-malformed': 'bad-input',
  'server-url-has-extras': 'bad-input',
  'server-url-insecure': 'url-insecure',
  'key-missing': 'key-missing',
  'key-malformed': 'key-malformed',
  'key-refused': 'key-refused',
  'not-the-platform': 'unexpected-answer',
  'connection-not-found': 'not-known',
  'connection-not-ready': 'not-known',
  'connection-exists': 'bad-input',
  'server-not-connected': 'not-known',
  'profile-missing': 'source',
  'profile-unreadable': 'source',
  'profile-invalid': 'profile-invalid',
  'database-not-found': 'not-found',
  'database-name-unknown': 'not-found',
  'database-name-ambiguous': 'bad-input',
  'upload-forbidden': 'forbidden',
  'database-inactive': 'unconfirmed',
  'database-unconfirmed': 'unconfirmed',
  'database-name-differs': 'unconfirmed',
  'dataset-not-found': 'not-found',
  'upload-not-found': 'not-known',
  'upload-altered': 'altered',
  'upload-running': 'bad-input',
  'upload-not-started': 'bad-input',
  'upload-started': 'bad-input',
  'upload-cancelled': 'bad-input',
  'upload-finished': 'bad-input',
  'folder-not-found': 'not-known',
  'glob-invalid': 'bad-input',
  'hash-list-unreadable': 'bad-input',
  'hash-list-empty': 'bad-input',
  'item-not-found': 'not-known',
  'custodian-pattern-invalid': 'bad-input',
  'custodian-map-invalid': 'bad-input',
  'processing-setting-unknown': 'bad-input',
  'processing-setting-extended': 'bad-input',
  'processing-setting-invalid': 'bad-input',
  'source-path-empty': 'bad-input',
  'source-not-granted': 'bad-input',
  'drop-unreadable': 'bad-input',
  'state-in-source': 'bad-input',
  'source-in-state': 'bad-input',
  'sources-overlap': 'bad-input',
  'password-file-unreadable': 'source',
  'link-malformed': 'bad-input',
  'link-duplicate': 'bad-input',
  'link-not-needed': 'bad-input',
  'link-secret-missing': 'bad-input',
  'watch-rule-not-found': 'not-known',
  'watch-rule-invalid': 'bad-input',
  'watch-name-taken': 'bad-input',
  'watch-folder-fixed': 'bad-input',
  'watch-rehearsing': 'bad-input',
  'source-missing': 'source',
  'source-unavailable': 'source',
  'path-missing': 'source',
  'path-unreadable': 'source',
  'path-not-a-file': 'source',
  'path-too-long': 'source',
  'folder-unreadable': 'source',
  'vanished-during-scan': 'source',
  'changed-during-scan': 'source',
  'file-too-large': 'source',
  'file-changed': 'source',
  'store-locked': 'store',
  'store-newer': 'store',
  'store-preview': 'store',
  'store-outdated': 'store',
  'store-read-only': 'store',
  'store-cannot-open': 'store',
  'folder-not-lading': 'store',
  'folder-foreign': 'store',
  'folder-shared': 'store',
  'store-damaged': 'store',
  'stored-value-damaged': 'store',
  'disk-full': 'disk-full',
  'write-failed': 'write',
  'output-in-source': 'write',
  forbidden: 'forbidden',
  'not-found': 'not-found',
  'cap-reached': 'cap-reached',
  refused: 'refused',
  'unexpected-answer': 'unexpected-answer',
  unreachable: 'unreachable',
  'outcome-unknown': 'outcome-unknown',
  'record-changed': 'unconfirmed',
  'cancelled-unconfirmed': 'outcome-unknown',
  'parameter-missing': 'bad-input',
  'parameter-invalid': 'bad-input',
  'source-file-not-new': 'unexpected-answer',
  'assembly-failed': 'refused',
  'completion-unconfirmed': 'outcome-unknown',
  'part-refused': 'refused',
  'part-url-malformed': 'unexpected-answer',
  'part-url-insecure': 'url-insecure',
  'part-url-local': 'url-insecure',
  'part-url-refused': 'forbidden',
  'part-differs': 'hash-mismatch',
  'part-intercepted': 'unexpected-answer',
  'directory-csv-invalid': 'bad-input',
  'directory-csv-changed': 'source',
  'directory-csv-unchecked': 'bad-input',
  'custodian-template-invalid': 'bad-input',
  'custodian-template-not-found': 'bad-input',
  'custodian-template-exists': 'bad-input',
  'directory-not-chosen': 'bad-input',
  'directory-csv-unusable': 'bad-input',
  'custodians-unmatched': 'bad-input',
  'directory-forbidden': 'forbidden',
  'directory-not-found': 'not-found',
  'directory-sync-unknown': 'outcome-unknown',
  'receipt-missing': 'source',
  'receipt-unreadable': 'source',
  'receipt-not-a-file': 'source',
  'receipt-invalid': 'receipt-invalid',
  'receipt-cut-off': 'receipt-invalid',
  'receipt-edited': 'receipt-invalid',
  'receipt-newer': 'receipt-invalid',
  'receipt-preview': 'receipt-invalid',
  'receipt-changed': 'receipt-invalid',
  'receipt-overtaken': 'stopped',
  'signing-key-unreadable': 'store',
  'timestamp-url-malformed': 'bad-input',
  'timestamp-url-has-password': 'bad-input',
  'timestamp-certificates-invalid': 'bad-input',
  'timestamp-url-not-confirmed': 'unconfirmed',
  'compare-folder-unreadable': 'source',
  'compare-folder-ambiguous': 'bad-input',
  'keychain-plaintext': 'unavailable',
  'keychain-unavailable': 'unavailable',
  'keychain-refused': 'unavailable',
  'key-unreadable': 'key-missing',
  'proxy-malformed': 'bad-input',
  'proxy-has-password': 'bad-input',
  'proxy-not-confirmed': 'unconfirmed',
  'proxy-unsupported': 'bad-input',
  'certificate-unreadable': 'source',
  'certificate-not-pem': 'bad-input',
  'certificate-damaged': 'bad-input',
  'certificate-has-key': 'bad-input',
  'certificate-not-authority': 'bad-input',
  'certificate-too-many': 'bad-input',
  'certificate-not-confirmed': 'unconfirmed',
  'open-failed': 'unavailable',
  'update-off': 'unavailable',
  'update-not-available': 'unavailable',
  'update-not-downloaded': 'unavailable',
  'update-signature-invalid': 'unavailable',
  'update-damaged': 'unavailable',
  'update-server-unreachable': 'unavailable',
  'update-check-failed': 'unavailable',
  'update-download-failed': 'unavailable',
  'sandbox-not-running': 'unavailable',
  'browser-not-opened': 'unavailable',
  'sandbox-ended': 'unavailable',
  'sandbox-key-fixed': 'unavailable',
  'sample-matter-missing': 'unavailable',
  'sandbox-data-in-use': 'unavailable',
  'sandbox-data-deleted': 'unavailable',
  'sandbox-failed': 'unavailable',
  'engine-restarting': 'unavailable',
  'engine-crashed-repeatedly': 'bug',
  'engine-failed': 'bug',
  'call-refused': 'forbidden',
  'call-unknown': 'bug',
  'call-malformed': 'bug',
  stopped: 'stopped',
  'stopped-before-upload': 'stopped',
  closing: 'stopped',
  interrupted: 'stopped',
  bug: 'bug',
  'nothing-to-send': 'nothing-to-send',
  'dataset-unconfirmed': 'outcome-unknown',
  'source-file-unconfirmed': 'outcome-unknown',
  'completion-refused': 'refused',
  'source-file-complete': 'outcome-unknown',
  'held-by-rule': 'unconfirmed',
  'completion-unknown': 'outcome-unknown',
  'link-unknown': 'outcome-unknown',
};

export const failureCodes = Object.keys(kinds) as readonly FailureCode[];

const skipCodes: Readonly<Record<SkipCode, true>> = {
  'symbolic-link': true,
  'symbolic-link-loop': true,
  'symbolic-link-broken': true,
  'special-file': true,
  'lading-file': true,
  'folder-rescanned': true,
  'skipped-by-person': true,
  cancelled: true,
  deselected: true,
  excluded: true,
  'not-included': true,
  'system-file': true,
  'excluded-type': true,
  'excluded-size': true,
  'excluded-date': true,
  'excluded-custodian': true,
  'known-file': true,
  duplicate: true,
  'already-sent': true,
};

export function asCause(failure: Failure): FailureCause {
  const cause = 'cause' in failure ? failure.cause : failure;
  // Every failure that is not in the table of simple ones has a simple cause, or is never a cause.
  return cause as FailureCause;
}

export function isSkipReason(reason: Reason): reason is SkipReason {
  return Object.hasOwn(skipCodes, reason.code);
}

export function failureKind({ code }: Pick<Failure, 'code'>): FailureKind {
  return kinds[code];
}

export type Failed = { readonly ok: false; readonly failure: Failure };
export type Result<T> = { readonly ok: true; readonly value: T } | Failed;

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

type DetailsArgument<Code extends FailureCode> =
  Record<never, never> extends FailureDetails<Code>
    ? [details?: FailureDetails<Code>]
    : [details: FailureDetails<Code>];

export function failure<Code extends FailureCode>(code: Code, ...[details]: DetailsArgument<Code>): Failed {
  // The code and its own details make one member of the union; TypeScript cannot see it through the generic.
  return { ok: false, failure: { code, ...(details as object | undefined) } as Failure };
}
