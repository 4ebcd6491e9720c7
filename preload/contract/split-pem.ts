/** The certificates of a PEM file, without what is between them. Pure. */
export function splitPem(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
}
