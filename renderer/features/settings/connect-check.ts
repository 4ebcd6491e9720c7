import type { Failure } from '../../../preload/contract/failure.ts';
import type { AppView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';

const say = words.connect;

export interface ConnectDraft {
  readonly name: string;
  readonly serverUrl: string;
  readonly apiKey: string;
  readonly acceptPlaintext: boolean;
}

export type ConnectField = 'name' | 'serverUrl' | 'apiKey' | 'consent';
export type ConnectProblems = Partial<Readonly<Record<ConnectField, string>>>;

/** What can be told without the platform. */
export function checkConnect(draft: ConnectDraft, keyStorage: AppView['keyStorage']): ConnectProblems {
  const address = addressProblem(draft.serverUrl);
  return {
    ...(draft.name.trim() === '' ? { name: say.nameMissing } : {}),
    ...(address === null ? {} : { serverUrl: address }),
    ...(draft.apiKey.trim() === '' ? { apiKey: say.apiKeyMissing } : {}),
    ...(keyStorage === 'plaintext' && !draft.acceptPlaintext ? { consent: say.plaintextMissing } : {}),
  };
}

/** platform-interface 5.2: HTTPS; plain HTTP only on this computer. */
function addressProblem(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return say.serverUrlMissing;
  const url = URL.parse(trimmed);
  if (url === null || !/^https?:$/.test(url.protocol)) return say.serverUrlBad;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return say.serverUrlMore;
  const isHere = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname);
  return url.protocol === 'http:' && !isHere ? say.serverUrlInsecure : null;
}

/** The field that a failure is about, if it is about one. */
export function fieldOf(failure: Failure): ConnectField | null {
  switch (failure.code) {
    case 'key-refused':
    case 'key-missing':
    case 'key-malformed':
      return 'apiKey';
    case 'url-insecure':
      return 'serverUrl';
    default:
      return null;
  }
}

/** What else helps: where the network stands between, certificates and proxy are the usual causes. */
export function adviceOn(failure: Failure): 'certificate' | 'proxy' | null {
  if (failure.code !== 'unreachable') return null;
  // A port that speaks no TLS has no certificate to trust.
  if (/does not speak TLS/.test(failure.message)) return null;
  return /certificate|self.?signed|issuer|CERT_|TLS|SSL/i.test(failure.message) ? 'certificate' : 'proxy';
}
