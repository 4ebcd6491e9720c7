/** A JSON store that is kept in memory. */
export function memoryStore<T>(value: T) {
  return {
    value,
    async set(next: T) {
      this.value = next;
      return { ok: true, value: undefined } as const;
    },
  };
}
