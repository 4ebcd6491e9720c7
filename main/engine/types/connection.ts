/** A platform as a person connects to it. */
export interface Connection {
  /** https, or http on a loopback address. */
  readonly serverUrl: string;
  readonly apiKey: string;
  /** An interface profile of the person's own; the one that ships otherwise. */
  readonly profilePath: string | null;
  /** An HTTP proxy on the way; null for a direct connection. */
  readonly proxyUrl?: string | null;
  /** Certificates that are trusted besides the usual ones, PEM. */
  readonly caPem?: string | null;
}

export interface Account {
  readonly serverUrl: string;
  readonly userName: string;
  /** The key's short identifier (its second segment); the secret is never told. */
  readonly keyId: string;
}
