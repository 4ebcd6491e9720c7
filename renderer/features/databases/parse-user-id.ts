/** IDs are integers (platform-interface 2). Returns null for anything else. */
export function parseUserId(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : null;
}
