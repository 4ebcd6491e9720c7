/** Loose mail: single messages go up in packs, and each has its custodian whatever the platform makes of its attachments. */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  never,
  requestFor,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
  withEngine,
} from './harness.ts';
import { datasetOf, documentsOf, sha1Of } from './pack-files.ts';

const people = ['Ann', 'Bob', 'Cem', 'Dee', 'Eve'];
const mails = 2_500;

interface Mail {
  readonly bytes: Buffer;
  /** By file name. */
  readonly attachments: Readonly<Record<string, Buffer>>;
}

/** Every seventh has an attachment. */
function mail(number: number): Mail {
  const text = `Content-Type: text/plain\r\n\r\nMail ${number}\r\n`;
  const attachment = Buffer.from(`Plan ${number}`);
  const headers =
    `From: ann@example.com\r\nTo: bob@example.com\r\nSubject: ${number}\r\nDate: Mon, 1 Jan 2024 10:00:00 +0000\r\n` +
    `Message-ID: <${number}@example.com>\r\nMIME-Version: 1.0\r\n`;
  if (number % 7 !== 0) return { bytes: Buffer.from(headers + text), attachments: {} };
  const parts =
    `--x\r\n${text}--x\r\nContent-Type: application/pdf; name="plan.pdf"\r\n` +
    `Content-Transfer-Encoding: base64\r\n\r\n${attachment.toString('base64')}\r\n--x--\r\n`;
  const bytes = Buffer.from(`${headers}Content-Type: multipart/mixed; boundary=x\r\n\r\n${parts}`);
  return { bytes, attachments: { 'plan.pdf': attachment } };
}

async function writeMails(env: TestEnv): Promise<ReadonlyMap<string, Mail>> {
  const written = new Map<string, Mail>();
  for (const person of people)
    for (const folder of ['Inbox', 'Sent/2024'])
      await mkdir(join(env.evidence, person, folder), { recursive: true });
  for (let number = 0; number < mails; number += 1) {
    // What some are, only their content says. The sandbox goes by names.
    const name = number % 10 === 1 && number % 7 !== 0 ? `${number}` : `${number}.eml`;
    const path = `${people[number % people.length]}/${number % 3 === 0 ? 'Sent/2024' : 'Inbox'}/${name}`;
    written.set(path, mail(number));
  }
  await Promise.all([...written].map(([path, { bytes }]) => writeFile(join(env.evidence, path), bytes)));
  return written;
}

test('thousands of mails go up in packs, and each is there once with its attachments, under its custodian', async () => {
  // Slow enough that packs are worth it.
  const env = await startTestEnv({ limits: { requestsPerSecond: 100 } });
  const written = await writeMails(env);
  const receipt = join(env.dir, 'receipt.json');
  const id = await withEngine(env, async (engine) => {
    const request = requestFor(env, { pack: 'auto', custodianRules: [{ kind: 'folder', level: 1 }] });
    const created = unwrap(await engine.prepare(request, never));
    expect(unwrap(await engine.plan(created)).packing).toMatchObject({
      files: mails,
      isPacked: true,
      packs: people.length,
    });
    const { totals } = unwrap(await engine.run(created, runOptions()));
    expect(totals.accepted.items).toBe(mails);
    unwrap(await engine.writeReceipt(created, 'json', createWriteStream(receipt)));
    return created;
  });
  const datasetId = await datasetOf(env, id);
  const packs = (await sourceFiles(env)).filter((row) => row.datasetId === datasetId);
  expect(packs.map(({ custodian }) => custodian).toSorted()).toEqual(people);
  const documents = await documentsOf(env, datasetId);
  const found = documents.map(({ path, sha1, custodian }) => `${custodian} ${path} ${sha1}`);
  const expected = [...written].flatMap(([path, { bytes, attachments }]) =>
    [
      [path, bytes] as const,
      ...Object.entries(attachments).map(([name, of]) => [`${path}/${name}`, of] as const),
    ].map(([each, content]) => `${path.slice(0, 3)} ${each} ${sha1Of(content)}`),
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
  expect(unwrap(await verifyReceipt(receipt, { against: env.evidence }))).toMatchObject({
    intact: true,
    problems: [],
    items: mails,
    against: { differences: [] },
  });
});
