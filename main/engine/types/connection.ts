import type { InterfaceForm } from '../../../preload/contract/views/interface-form.ts';

/** How to reach a platform. */
export interface Connection {
  /** https, or http on a loopback address. */
  readonly serverUrl: string;
  readonly apiKey: string;
  /** An imported interface profile; null for the one that comes with Lading. */
  readonly profilePath: string | null;
  /** The form of the interface that a person chose. Without it, it is found in the platform's answers. */
  readonly form?: InterfaceForm | null;
  /** An HTTP proxy; null for a direct connection. */
  readonly proxyUrl?: string | null;
  /** Certificates to trust in addition to the default ones, PEM. */
  readonly caPem?: string | null;
}

export interface Account {
  readonly serverUrl: string;
  readonly userName: string;
  /** The key's short identifier (its second segment); not a secret. */
  readonly keyId: string;
}
