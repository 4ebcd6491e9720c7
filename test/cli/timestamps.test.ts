import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warningPrefix } from '../../main/cli/words/errors.ts';
import { verified, written } from '../../main/cli/words/receipts.ts';
import { proveReceipt } from '../../main/engine/custody/receipt-proof.ts';
import { parseTrusted } from '../../main/engine/custody/receipt-timestamp.ts';
import { canonicalJson } from '../../main/engine/types/canonical-json.ts';
import { timestampProblemText } from '../../preload/contract/texts/timestamp-text.ts';
import {
  receiptMismatchText,
  receiptProofText,
  timeBoundText,
  timeNotProved,
} from '../../preload/contract/texts/verify-text.ts';
import { openWithContext } from '../engine/harness.ts';
import { createAuthority, hasOpenssl, type OpensslAuthority, openssl } from '../fixtures/openssl-tsa.ts';
import { unwrap } from '../fixtures/result.ts';
import { storeDraft } from '../fixtures/stored-upload.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';

/** No clock is behind it. */
const createdAt = '2020-01-01T00:00:00.000Z';
const dir = mkdtempSync(join(tmpdir(), 'lading-timestamps-'));
const state = join(dir, 'state');
let tsa: OpensslAuthority;
let other: OpensslAuthority;
let server: Server;
let url = '';

beforeAll(async () => {
  const engine = openWithContext(state);
  storeDraft(engine.context, { datasetId: 7, createdAt });
  await engine.close();
  if (!hasOpenssl) return;
  tsa = createAuthority(mkdtempSync(join(dir, 'tsa-')), { name: 'Ostrel Time' });
  other = createAuthority(mkdtempSync(join(dir, 'tsa-')), { key: 'ec', name: 'Larkmoor Time' });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => response.end(tsa.reply(Buffer.concat(chunks))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : '';
});
afterAll(() => {
  server?.close();
  rmSync(dir, { recursive: true, force: true });
});

const receipt = (name: string, ...args: readonly string[]) =>
  lading(['receipt', '1', '--state', state, '--out', join(dir, name), ...args]);
/** Its sentences are wrapped. */
const verify = async (name: string, ...args: readonly string[]) => {
  const ran = await lading(['verify', join(dir, name), '--state', state, ...args]);
  return args.includes('--json') ? ran : { ...ran, out: ran.out.replace(/\s+/g, ' ') };
};
const lineOf = (name: string, field: string) =>
  readFileSync(join(dir, name), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`"${field}":`)) ?? '';
const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const rootOf = (authority: OpensslAuthority) => join(authority.folder, 'root.pem');

describe.skipIf(!hasOpenssl)('a receipt that was time-stamped', () => {
  beforeAll(async () => {
    const ran = await receipt('stamped.json', '--timestamp-url', url, '--timestamp-ca', rootOf(tsa));
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain(written.timestamp('Ostrel Time at 20'));
  });

  it('says by whom and when, and whether the authority can be trusted', async () => {
    const plain = await verify('stamped.json');
    expect(plain.code).toBe(0);
    expect(plain.out).toContain('Time-stamped by Ostrel Time at 20');
    expect(oneLine(plain.out)).toContain(verified.checkAuthority);
    expect(plain.out).toContain(timeNotProved);
    const trusted = await verify('stamped.json', '--timestamp-ca', rootOf(tsa));
    expect(trusted.code).toBe(0);
    expect(trusted.out).toContain('leads to the one you trust');
    expect(oneLine(trusted.out)).not.toContain(verified.checkAuthority);
    expect(trusted.out).not.toContain(timeNotProved);
    const json0 = jsonLines((await verify('stamped.json', '--json')).out);
    expect(oneLine(trusted.out)).toContain(timeBoundText(String(Object(json0.at(-1)?.['timestamp']).at)));
    const json = jsonLines((await verify('stamped.json', '--json')).out);
    expect(json.at(-1)).toMatchObject({ timestamp: { authority: 'Ostrel Time', isTrusted: false } });
  });

  it('is refused over the certificate of another authority', async () => {
    const ran = await verify('stamped.json', '--timestamp-ca', rootOf(other));
    expect(ran.code).toBe(2);
    expect(ran.out).toContain(receiptProofText('not-expected').title);
    expect(oneLine(ran.out)).toContain(
      timestampProblemText({ code: 'authority-not-trusted', authority: 'Ostrel Time' }),
    );
  });

  it('has a token that OpenSSL verifies over key, statement, and signature, as docs/receipts.md says', () => {
    const doc = readFileSync(new URL('../../docs/receipts.md', import.meta.url), 'utf8');
    const [, args = ''] = /^ {4}openssl (ts -verify .*)$/m.exec(doc) ?? [];
    const text = readFileSync(join(dir, 'stamped.json'), 'utf8');
    const { signature, timestamp } = JSON.parse(text);
    writeFileSync(join(tsa.folder, 'signature.json'), canonicalJson(signature));
    writeFileSync(join(tsa.folder, 'token.der'), Buffer.from(timestamp.token, 'base64'));
    writeFileSync(join(tsa.folder, 'tsa-root.pem'), tsa.root);
    expect(openssl(tsa.folder, ...args.split(' '))).toContain('Verification: OK');
  });

  it("isn't time-stamped where its log names a later time: no verification would accept both", async () => {
    const { context, close } = openWithContext(state);
    const { store, repositories } = context;
    const id = storeDraft(context, { datasetId: 8, createdAt });
    const at = new Date(Date.now() + 86_400_000).toISOString();
    store.writes.transaction(() => repositories.events.append(id, at, 'key-changed', {}));
    await close();
    const ran = await lading([
      ...['receipt', String(id), '--state', state, '--out', join(dir, 'ahead.json')],
      ...['--timestamp-url', url, '--timestamp-ca', rootOf(tsa)],
    ]);
    expect(ran.err).toContain(warningPrefix);
    expect(oneLine(ran.err)).toContain("this computer's clock is or was ahead");
    expect((await verify('ahead.json')).out).toContain(timeNotProved);
  });

  it("isn't intact with the time stamp of another receipt, and isn't time-stamped without one", async () => {
    await receipt('second.json', '--timestamp-url', url);
    const text = readFileSync(join(dir, 'stamped.json'), 'utf8');
    const own = lineOf('stamped.json', 'timestamp');
    writeFileSync(join(dir, 'swapped.json'), text.replace(own, lineOf('second.json', 'timestamp')));
    const swapped = await verify('swapped.json');
    expect(swapped.code).toBe(2);
    expect(swapped.out).toContain(receiptProofText('not-intact').title);
    expect(swapped.out).toContain(timestampProblemText({ code: 'other-content' }));
    writeFileSync(join(dir, 'stripped.json'), text.replace(own, '"timestamp":null'));
    const stripped = await verify('stripped.json');
    expect(stripped).toMatchObject({ code: 0 });
    expect(stripped.out).toContain(timeNotProved);
    const expected = await verify('stripped.json', '--timestamp-ca', rootOf(tsa));
    expect(expected.code).toBe(2);
    expect(expected.out).toContain(receiptMismatchText({ code: 'timestamp-missing' }));
  });

  it('is refused where its log has an event that is later than a trusted time stamp', async () => {
    const { signature, timestamp } = JSON.parse(readFileSync(join(dir, 'stamped.json'), 'utf8'));
    const receiptOf = (latestAt: string) => ({
      ...{
        head: 'a'.repeat(64),
        problems: [],
        coverage: { unlistedItems: 0, hasFindings: true },
        clockWentBackAt: null,
        profileChange: null,
        expectedHeadSeq: null,
      },
      ...{ latestAt, signature, timestamp },
    });
    const trusted = { timestampTrust: unwrap(parseTrusted(readFileSync(rootOf(tsa), 'utf8'))) };
    const late = receiptOf('2131-01-01T00:00:00.000Z');
    expect(proveReceipt(late, {}).mismatches).toEqual([]);
    const { proof, mismatches } = proveReceipt(late, trusted);
    expect(proof).toBe('not-expected');
    expect(mismatches.map((mismatch) => receiptMismatchText(mismatch)).join()).toContain(
      'Its log has an event at 2131-01-01 00:00:00 UTC, but it was time-stamped at',
    );
    expect(proveReceipt(receiptOf(new Date().toISOString()), trusted).mismatches).toEqual([]);
  });

  it("isn't time-stamped by an authority that isn't the trusted one", async () => {
    const ran = await receipt('untrusted.json', '--timestamp-url', url, '--timestamp-ca', rootOf(other));
    expect(ran.code).toBe(0);
    const why = timestampProblemText({ code: 'authority-not-trusted', authority: 'Ostrel Time' });
    expect(ran.err).toContain(written.notTimestamped(why));
    expect(lineOf('untrusted.json', 'timestamp')).toBe('"timestamp":null');
  });
});

it('a receipt is written without a time stamp if the authority gives none, and says so', async () => {
  const ran = await receipt('unreached.json', '--timestamp-url', 'http://127.0.0.1:1/');
  expect(ran.code).toBe(0);
  expect(ran.err).toContain(warningPrefix);
  expect(ran.err).toContain("The time-stamping authority wasn't reached");
  const verifiedLater = await verify('unreached.json');
  expect(verifiedLater).toMatchObject({ code: 0 });
  expect(verifiedLater.out).toContain(timeNotProved);
});

it.each([
  [['--timestamp-url', 'tsa.example.com'], 'https://'],
  [['--timestamp-url', 'https://me:secret@tsa.example.com'], 'user name or a password'],
  [['--timestamp-url', 'ftp://tsa.example.com'], 'https://'],
  [['--timestamp-ca', 'x.pem'], '--timestamp-url'],
  [['--timestamp-url', 'http://127.0.0.1:1/', '--timestamp-ca', 'package.json'], 'no PEM certificate'],
  [['--timestamp-url', 'http://127.0.0.1:1/', '--format', 'csv'], 'CSV'],
])('a wrong option is refused before anything is written: %j', async (args, said) => {
  const ran = await receipt('none.json', ...args);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain(said);
  expect(ran.err).not.toContain('secret@');
  expect(() => readFileSync(join(dir, 'none.json'))).toThrow('ENOENT');
});
