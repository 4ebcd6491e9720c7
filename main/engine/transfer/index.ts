/**
 * The front door of the transfer of files to the platform: what sends an upload, what an engine keeps for all of them, and
 * what others hash with. Plans need none of it and have doors of their own: rates/forecast.ts and rates/part-plan.ts.
 * Everything else here is private to these rooms.
 */

export { hashFile } from './hashing/hash-file.ts';
export { HashPool } from './hashing/hash-pool.ts';
export { type BlockPool, createBlockPool } from './hashing/part-body.ts';
export { BandwidthLimiter } from './rates/bandwidth-limiter.ts';
export { LineSpeed } from './rates/line-speed.ts';
export { PartSlots } from './rates/part-slots.ts';
export { LiveProgress } from './rates/progress.ts';
export type { RunTerms } from './rates/run-time.ts';
export { ensureDataset } from './run/ensure-dataset.ts';
export { sendUpload } from './run/send-upload.ts';
export type { PasswordsOfUpload } from './source-files/choose-passwords.ts';
export { EtagMd5Detector } from './source-files/etag-md5-detector.ts';
export { createPartDispatcher } from './source-files/put-part.ts';
