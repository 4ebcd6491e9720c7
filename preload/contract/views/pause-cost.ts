/** Seconds of work that a pause may lose without a question. */
const negligibleSeconds = 2;
/** What little is, while the speed is unknown. */
const negligibleBytes = 5_000_000;

/** Whether a person should know what stopping now costs: what is sent of the parts under way is sent again. */
export function isPauseCostly(sentBytes: number, bytesPerSecond: number): boolean {
  return sentBytes > (bytesPerSecond > 0 ? negligibleSeconds * bytesPerSecond : negligibleBytes);
}
