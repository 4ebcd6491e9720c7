import { type Certificate, isValidAt, mayIssue } from './certificate.ts';

/** Longer chains aren't followed. Real ones have three or four. */
const longestChain = 8;

/**
 * Whether `certificate` is one of the trusted ones or was issued by one, over `others` if needed. All have to be valid `at`.
 * Revocation isn't checked: that needs the network, and lists that change.
 */
export function leadsToTrusted(
  certificate: Certificate,
  others: readonly Certificate[],
  trusted: readonly Certificate[],
  at: Date,
): boolean {
  const known = [...trusted, ...others];
  // Each certificate is tried once: certificates from outside may have issued each other in a circle.
  const tried = new Set<string>();
  const follow = (current: Certificate, above: number): boolean => {
    if (!isValidAt(current, at)) return false;
    if (trusted.some(({ x509 }) => x509.fingerprint256 === current.x509.fingerprint256)) return true;
    if (above >= longestChain || tried.has(current.x509.fingerprint256)) return false;
    tried.add(current.x509.fingerprint256);
    return known.some((issuer) => hasIssued(issuer, current, above) && follow(issuer, above + 1));
  };
  return follow(certificate, 0);
}

function hasIssued(issuer: Certificate, current: Certificate, below: number): boolean {
  try {
    return (
      current.x509.checkIssued(issuer.x509) &&
      mayIssue(issuer, below) &&
      current.x509.verify(issuer.x509.publicKey)
    );
  } catch {
    // A key of a kind that OpenSSL doesn't know.
    return false;
  }
}
