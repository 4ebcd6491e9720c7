import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { warningPrefix } from '../../main/cli/words/errors.ts';
import { plan } from '../../main/cli/words/plan.ts';
import { summary } from '../../main/cli/words/uploads.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import { linkWarningText } from '../../preload/contract/texts/link-check-text.ts';
import { startRangeServer } from '../fakes/range-server.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';

const secret = 'token=opensesame';

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'lading-links-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

it('a dry run says how large links are and what may keep the platform from fetching them', async () => {
  await using host = await startRangeServer({ '/a.pst': { bytes: Buffer.alloc(1500), query: `?${secret}` } });
  const state = join(newFolder(), 'state');
  const where = ['upload', '--database', '1', '--dataset', 'D', '--state', state, '--dry-run'];
  const links = ['--link', `${host.origin}/a.pst?${secret}`, '--link', `${host.origin}/gone?${secret}`];
  const { code, out, err } = await lading([...where, ...links]);
  expect(code).toBe(0);
  expect(out.split('\n')).toContain(plan.links(2, 1500, 1));
  const text = linkWarningText({ code: 'refused', status: 404 });
  expect(err.trim()).toBe(`${warningPrefix} ${plan.linkWarning(`${host.origin}/gone`, text)}`);
  expect(out + err).not.toContain(secret);
});

it('a link that the platform has is handed over: apart from accepted files, in words and in JSON', async () => {
  await using host = await startRangeServer({ '/a.pst': { bytes: Buffer.alloc(1500), query: `?${secret}` } });
  const dir = newFolder();
  const sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
  onTestFinished(() => sandbox.stop());
  const env = { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url };
  const where = ['--database', String(sandbox.databaseId), '--dataset', 'D', '--state', join(dir, 'state')];
  const link = ['--link', `${host.origin}/a.pst?${secret}`];
  const told = await lading(['upload', ...where, ...link], { env });
  expect([told.code, told.out.includes(summary.handedOver(1))]).toEqual([0, true]);
  const { code, out } = await lading(['upload', ...where, ...link, '--json'], { env });
  expect(code).toBe(0);
  const lines = jsonLines(out);
  expect(lines.find(({ event }) => event === 'plan')).toMatchObject({
    links: [{ link: `${host.origin}/a.pst`, sizeBytes: 1500, warnings: [] }],
  });
  expect(lines.at(-1)).toMatchObject({ event: 'done', items: 0, bytes: 0, handedOver: 1, failed: 0 });
  expect(told.out + told.err + out).not.toContain(secret);
});

it('with --mask-links, the path of a link is neither printed nor stored', async () => {
  const path = '/share/q8Zr2LmX0vTn/a.pst';
  await using host = await startRangeServer({ [path]: { bytes: Buffer.alloc(1500) } });
  const dir = newFolder();
  const sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
  onTestFinished(() => sandbox.stop());
  const env = { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url };
  const state = ['--state', join(dir, 'state')];
  const where = ['--database', String(sandbox.databaseId), '--dataset', 'D', ...state];
  const links = ['--link', `${host.origin}${path}`, '--mask-links'];
  const sent = await lading(['upload', ...where, ...links], { env });
  expect([sent.code, sent.out.includes(summary.handedOver(1))]).toEqual([0, true]);
  const json = await lading(['upload', ...where, ...links, '--json'], { env });
  expect(json.out).toContain('a.pst (');
  const receipt = await lading(['receipt', '1', ...state]);
  expect(receipt.out).toContain('a.pst (');
  for (const { out, err } of [sent, json, receipt]) expect(out + err).not.toContain('q8Zr2LmX0vTn');
});

it('a link that needs review and has a secret part is retried only once it is passed again, and a mistyped one is named', async () => {
  await using host = await startRangeServer({ '/a.pst': { bytes: Buffer.alloc(1500), query: `?${secret}` } });
  const dir = newFolder();
  const faultsFile = join(dir, 'faults.json');
  const lost = { match: { operation: 'PostDatasetFile' }, times: 1, fault: { kind: 'lost-answer' } };
  writeFileSync(faultsFile, JSON.stringify([lost]));
  const sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0, faultsFile });
  onTestFinished(() => sandbox.stop());
  const env = { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url };
  const state = ['--state', join(dir, 'state')];
  const where = ['--database', String(sandbox.databaseId), '--dataset', 'D', ...state];
  const link = `${host.origin}/a.pst?${secret}`;
  expect((await lading(['upload', ...where, '--link', link], { env })).code).toBe(2);
  // It isn't counted as failed, and every place names the command that decides.
  const [list, detail, resumed] = [
    await lading(['status', ...state]),
    await lading(['status', '1', ...state]),
    await lading(['resume', '1', ...state], { env }),
  ];
  expect(list.out).toMatch(/ Failed +Needs review +Skipped\n.* 0 +1 +0\n/);
  for (const { out } of [detail, resumed])
    expect(out).toMatch(/resume 1 .*--needs-review retry to upload, or .*--review-only GLOB/);
  expect(resumed.out).not.toContain('nothing left');
  const retry = ['resume', '1', '--needs-review', 'retry', ...state];
  const bare = await lading(retry, { env });
  expect(bare.code).toBe(1);
  expect(bare.err).toContain(`${host.origin}/a.pst`);
  expect(bare.err).toContain('--link');
  const mistyped = await lading([...retry, '--link', `${host.origin}/b.pst?${secret}`], { env });
  expect([mistyped.code, mistyped.err.includes(`${host.origin}/b.pst`)]).toEqual([1, true]);
  const again = await lading([...retry, '--link', link], { env });
  expect([again.code, again.out.includes(summary.handedOver(1))]).toEqual([0, true]);
  expect(bare.err + mistyped.err + again.out + again.err).not.toContain(secret);
});
