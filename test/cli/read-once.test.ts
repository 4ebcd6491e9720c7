/** A disk or share that is slower than the hashes, and larger than what the system caches of it. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aheadBytes } from '../../main/engine/transfer/hashing/file-hash.ts';
import { benchKey, uploadArgs } from '../bench/lading-cli.ts';
import { fuseMissing, mountFuse } from '../fakes/fuse-folder.ts';
import { startSink } from '../fakes/sink.ts';
import { start } from './command.ts';

const missing = await fuseMissing();

/** As the default profile recommends. */
const partBytes = 50_000_000;
const parallelParts = 2;
const sizeBytes = 800_000_000;

test.skipIf(missing !== null)(
  `a file is read once to be sent and hashed (${missing ?? 'FUSE'})`,
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'lading-read-once-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const from = join(dir, 'from');
    await mkdir(from);
    writeFileSync(join(from, 'evidence.img'), '');
    truncateSync(join(from, 'evidence.img'), sizeBytes);
    const cachedBytes = aheadBytes + (parallelParts + 1) * partBytes;
    const share = await mountFuse(from, { bytesPerSecond: 200_000_000, cachedBytes });
    onTestFinished(share.end);
    const sink = await startSink();
    onTestFinished(sink.stop);
    const args = uploadArgs(join(share.path, 'evidence.img'), sink, join(dir, 'state'));
    const upload = start([...args, '--concurrency', `${parallelParts}`], {
      env: { LADING_API_KEY: benchKey },
      cwd: dir,
    });
    const { code, err } = await upload.ended;
    expect(code, err).toBe(0);
    expect((await sink.stats()).receivedBytes).toBe(sizeBytes);
    expect(share.readBytes() / sizeBytes).toBeGreaterThanOrEqual(1);
    expect(share.readBytes() / sizeBytes).toBeLessThanOrEqual(1.02);
  },
);
