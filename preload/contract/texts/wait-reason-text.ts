/** Why something waits, in plain English: clauses without a full stop. */
import { errnoText } from '../failures/errno-text.ts';
import type { AnswerProblem, NetworkFault, UnconfirmedProblem, WaitReason } from '../views/wait-reason.ts';

/** A clause without a full stop: which file waits, if it is one, and why. */
export function waitingText(waiting: { readonly reason: WaitReason; readonly path: string | null }): string {
  const reason = waitReasonText(waiting.reason);
  return waiting.path === null ? reason : `${waiting.path}: ${reason}`;
}

/** A clause without a full stop: why a request waits or was given up. */
export function waitReasonText(reason: WaitReason): string {
  switch (reason.kind) {
    case 'network':
      return networkFaultTexts[reason.fault](reason.code);
    case 'status':
      return `the server responded with ${reason.status}${said(reason.platformMessage)}`;
    case 'rate-limited':
      return `the platform asked for a pause (429)${said(reason.platformMessage)}`;
    case 'redirect':
      return `${reason.host ?? 'the server'} responded with a redirect (${reason.status}), which Lading doesn't follow`;
    case 'unreadable':
      return `${answerFrom(reason)} ${answerProblemTexts[reason.problem]}${reason.field === undefined ? '' : ` (${reason.field})`}`;
    case 'bad-page-link':
      return pageLinkTexts[reason.problem];
    case 'sign-in-required':
      return `${reason.host ?? 'the network'} asks you to sign in to the network (${reason.status})`;
    case 'no-etag':
      return `${answerFrom(reason)} has no ETag`;
    case 'answered-early':
      return `${reason.host ?? 'the server'} responded with ${reason.status} before it had the whole part`;
    case 'stalled':
      return reason.waitingFor === 'answer'
        ? `no response for ${reason.seconds} s`
        : `no progress for ${reason.seconds} s`;
    case 'url-refused':
      return `the part URL was refused (${reason.status})`;
    case 'part-differs':
      return 'the part was altered on the way';
    case 'unconfirmed':
      return `${answerFrom(reason)} to the completion ${unconfirmedTexts[reason.problem]}`;
    case 'assembling':
      return `the platform is still assembling the file${reason.state === null ? '' : ` (${reason.state})`}`;
    case 'no-answer':
      return 'the server took too long to respond';
    case 'source-error':
      return `the file can't be read right now (${errnoText(reason.errno)})`;
    case 'hours':
      return 'nothing is sent at this hour';
    case 'stopped':
      return 'Lading was stopped before the response arrived';
  }
}

function answerFrom({
  status,
  host,
}: {
  readonly status: number;
  readonly host?: string | undefined;
}): string {
  return host === undefined ? `the response (${status})` : `the response (${status}) from ${host}`;
}

const networkFaultTexts: Readonly<Record<NetworkFault, (code: string) => string>> = {
  'unknown-host': () => "the server name can't be found",
  'lookup-failed': () => "the server name can't be looked up right now",
  'local-address': () => 'the server name leads to this computer',
  'connection-refused': () => 'the connection was refused',
  'connection-reset': () => 'the connection was reset',
  'connect-timeout': () => 'the connection timed out',
  'proxy-timeout': () => "the proxy didn't open a connection in time",
  'proxy-refused': (code) => `the proxy refused the connection (${code})`,
  'answer-timeout': () => 'the server took too long to respond',
  'answer-cut-off': () => 'the response was cut off',
  'certificate-expired': () => "the server's certificate has expired",
  'certificate-not-trusted': (code) => `the server's certificate isn't trusted (${code})`,
  'certificate-wrong-host': () => "the server's certificate is for another host",
  'not-tls': () => "the server doesn't use TLS",
  'tls-too-old': () => "the server's encryption is too old (TLS 1.2 or later is required)",
  other: (code) => (code === '' ? 'the connection failed' : `the connection failed (${code})`),
};

const answerProblemTexts: Readonly<Record<AnswerProblem, string>> = {
  empty: 'is empty',
  'not-json': "isn't JSON",
  'too-long': 'is too long',
  'unexpected-fields': "doesn't have the expected fields",
  'web-page': 'is a web page',
};

const unconfirmedTexts: Readonly<Record<UnconfirmedProblem, string>> = {
  empty: 'is empty',
  'no-id': "doesn't name the source file",
  'other-id': 'names another source file',
  'no-state': "doesn't say which state the source file is in",
};

const pageLinkTexts = {
  malformed: "the link to the next page isn't an address",
  'other-server': 'the link to the next page leads to another server',
  circle: 'the links between pages form a loop',
  endless: 'the list has no end',
} as const;

/** Appends what the platform itself said. */
export function said(platformMessage: string | undefined): string {
  return platformMessage === undefined || platformMessage === ''
    ? ''
    : `: ${platformMessage.replace(/\.$/, '')}`;
}
