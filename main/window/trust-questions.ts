/**
 * What a person confirms in a native dialog before Lading trusts something new. A script in the window can neither change
 * such a dialog nor answer it. Pure.
 */
import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { printable } from '../../preload/contract/texts/printable.ts';
import { isLoopbackHost } from '../../preload/contract/views/loopback.ts';
import type { AppView, CertificateView } from '../../preload/contract/views/views.ts';
import type { MessageText } from '../words.ts';

export interface TrustQuestion extends MessageText {
  /** The button that accepts. The other one is Cancel, and the default. */
  readonly action: string;
}

/** Before the API key goes to a server. */
export function connectQuestion(server: URL, keyStorage: AppView['keyStorage']): TrustQuestion {
  return {
    message: `Connect to ${server.host}?`,
    detail: paragraphs(
      `Address: ${server.origin}`,
      ...hostNotes(server),
      'Lading sends your API key to this server, and the evidence that you upload to it or to the storage that it names.',
      ...storageNotes(keyStorage),
    ),
    action: 'Connect',
  };
}

/** Another key may belong to another account, which would get the evidence. */
export function replaceKeyQuestion(server: URL, keyStorage: AppView['keyStorage']): TrustQuestion {
  return {
    message: `Replace the API key for ${server.host}?`,
    detail: paragraphs(
      `Address: ${server.origin}`,
      ...hostNotes(server),
      'Uploads over this connection continue with the account that the new key belongs to.',
      ...storageNotes(keyStorage),
    ),
    action: 'Replace key',
  };
}

export function proxyQuestion(proxy: URL): TrustQuestion {
  return {
    message: `Use the proxy ${proxy.host}?`,
    detail: paragraphs(
      `Address: ${proxy.origin}`,
      ...hostNotes(proxy),
      'All connections to platforms go through this proxy, which sees the servers that Lading connects to. What Lading sends stays encrypted all the way to the platform.',
    ),
    action: 'Use proxy',
  };
}

export function timestampQuestion(authority: URL): TrustQuestion {
  return {
    message: `Have receipts time-stamped by ${authority.host}?`,
    detail: paragraphs(
      `Address: ${authority.href}`,
      ...hostNotes(authority),
      'For every JSON receipt that you save, Lading sends a hash of its signature to this address, and nothing else.',
    ),
    action: 'Use authority',
  };
}

/** What certificates are trusted for: connections to servers, or the time stamps of receipts. */
export type CertificatePurpose = 'servers' | 'timestamps';

/** Before certificates are trusted. */
export function certificateQuestion(
  certificates: readonly CertificateView[],
  purpose: CertificatePurpose,
): TrustQuestion {
  const isOne = certificates.length === 1;
  const vouch = isOne ? 'it vouches' : 'they vouch';
  const compare = `Compare the ${isOne ? 'fingerprint with the one' : 'fingerprints with those'}`;
  return {
    message: isOne
      ? `Trust this certificate authority${purpose === 'servers' ? '' : ' for time stamps'}?`
      : `Trust these ${certificates.length} certificate authorities${purpose === 'servers' ? '' : ' for time stamps'}?`,
    detail: paragraphs(
      ...certificates.map(({ subject, issuer, validTo, fingerprint }) =>
        [
          `Subject: ${subject}`,
          `Issuer: ${issuer}`,
          `Valid until: ${validTo.slice(0, 10)}`,
          `SHA-256: ${fingerprint}`,
        ].join('\n'),
      ),
      purpose === 'servers'
        ? `Lading then trusts every server that ${vouch} for. ${compare} that your IT team published.`
        : `Lading then trusts every time-stamping authority that ${vouch} for. ${compare} that your authority published.`,
      'Lading keeps a copy, so later changes to the file have no effect.',
    ),
    action: 'Trust',
  };
}

/** More can't be looked through. Those beyond it aren't asked. */
export const maxLinkHosts = 20;

/** Before the first request to servers that links name. */
export function linkHostsQuestion(servers: readonly URL[]): TrustQuestion {
  const [only, ...others] = servers;
  const isOne = only !== undefined && others.length === 0;
  return {
    message: isOne ? `Check links on ${only.host}?` : `Check links on ${servers.length} servers?`,
    detail: paragraphs(
      ...servers.map((server) => [server.origin, ...hostNotes(server)].join('\n')),
      `Lading requests the first byte of each link. ${isOne ? 'This server then sees' : 'These servers then see'} the whole link and your network address. Lading doesn't ask about ${isOne ? 'it' : 'them'} again.`,
      'If you cancel, the links are added without being checked.',
    ),
    action: 'Check links',
  };
}

function hostNotes({ hostname, protocol }: URL): string[] {
  const notes: string[] = [];
  const displayed = domainToUnicode(hostname);
  if (displayed !== hostname) {
    notes.push(
      `Other programs may display this name as “${printable(displayed)}”. Check that it doesn't imitate another name.`,
    );
  }
  if (isLoopbackHost(hostname)) notes.push('This address is on this computer.');
  else if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    notes.push('This is a numeric address, not a name.');
  }
  if (protocol === 'http:') notes.push('The connection to this address is not encrypted.');
  return notes;
}

function storageNotes(keyStorage: AppView['keyStorage']): string[] {
  return keyStorage === 'plaintext'
    ? [
        'This computer has no keychain: the key is stored unencrypted, and anyone who can read your files can read it.',
      ]
    : [];
}

function paragraphs(...texts: readonly string[]): string {
  return texts.join('\n\n');
}
