import type { Failure, FailureCode } from '../../../preload/contract/failures/failure.ts';
import { failureKind, needsKey } from '../../../preload/contract/failures/failure-table.ts';
import { parseServerUrl } from '../../../preload/contract/server-url.ts';
import type { AppView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';

const connectWords = words.connect;

export interface ConnectDraft {
  readonly name: string;
  readonly serverUrl: string;
  readonly apiKey: string;
  readonly acceptPlaintext: boolean;
}

export type ConnectField = 'name' | 'serverUrl' | 'apiKey' | 'consent';
export type ConnectProblems = Partial<Readonly<Record<ConnectField, string>>>;

/** What can be checked before the platform is asked. */
export function checkConnect(draft: ConnectDraft, keyStorage: AppView['keyStorage']): ConnectProblems {
  const serverUrl = serverUrlProblem(draft.serverUrl);
  const needsConsent = keyStorage === 'plaintext' && !draft.acceptPlaintext;
  return {
    ...(draft.name.trim() === '' ? { name: connectWords.nameMissing } : {}),
    ...(serverUrl === null ? {} : { serverUrl }),
    ...(draft.apiKey.trim() === '' ? { apiKey: connectWords.apiKeyMissing } : {}),
    ...(needsConsent ? { consent: connectWords.plaintextConsentMissing } : {}),
  };
}

function serverUrlProblem(text: string): string | null {
  const parsed = parseServerUrl(text);
  if (parsed.ok) return null;
  switch (parsed.failure.code) {
    case 'server-url-missing':
      return connectWords.serverUrlMissing;
    case 'server-url-has-extras':
      return connectWords.serverUrlHasExtras;
    case 'server-url-insecure':
      return connectWords.serverUrlInsecure;
    default:
      return connectWords.serverUrlInvalid;
  }
}

/** The field that a failure is about; null if it is about none. */
export function failedField(failure: { readonly code: FailureCode }): ConnectField | null {
  if (needsKey(failure)) return 'apiKey';
  switch (failure.code) {
    case 'server-url-missing':
    case 'server-url-malformed':
    case 'server-url-has-extras':
    case 'server-url-insecure':
      return 'serverUrl';
    default:
      return null;
  }
}

export type Remedy = 'replace-key' | 'import-profile' | 'check' | 'network';

/** What a person can do about a connection that failed, the most likely first. */
export function remediesFor(failure: Failure): readonly Remedy[] {
  if (needsKey(failure)) return ['replace-key'];
  switch (failureKind(failure)) {
    // Another account may be allowed what this one is not.
    case 'forbidden':
      return ['check', 'replace-key'];
    case 'profile-invalid':
      return ['import-profile'];
    case 'unreachable':
      return networkAdvice(failure) === null ? ['check'] : ['check', 'network'];
    default:
      return failure.code === 'profile-missing' || failure.code === 'profile-unreadable'
        ? ['import-profile', 'check']
        : ['check'];
  }
}

/** Which network setting may help. Certificates and proxies are the usual causes of an unreachable platform. */
export function networkAdvice(failure: Failure): 'certificate' | 'proxy' | null {
  if (failure.code !== 'unreachable') return null;
  const { reason } = failure;
  if (reason.kind !== 'network') return 'proxy';
  switch (reason.fault) {
    case 'certificate-expired':
    case 'certificate-not-trusted':
    case 'certificate-wrong-host':
      return 'certificate';
    case 'not-tls':
    case 'tls-too-old':
      return null;
    default:
      return 'proxy';
  }
}
