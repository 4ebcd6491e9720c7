/** Waits for work that may never end, but no longer than this. Null waits for as long as it takes. */
export async function withinTimeout(work: Promise<unknown>, timeoutMs: number | null): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = timeoutMs === null ? undefined : setTimeout(timeout.resolve, timeoutMs);
  await Promise.race([work, timeout.promise]);
  clearTimeout(timer);
}
