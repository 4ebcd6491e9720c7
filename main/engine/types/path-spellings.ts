/**
 * A folder's path as it is, and composed (NFC) where that differs: programs that expand an archive may compose the names
 * that macOS stored decomposed (é as e and an accent).
 */
export function spellingsOf(path: string): readonly string[] {
  const composed = path.normalize('NFC');
  return composed === path ? [path] : [path, composed];
}
