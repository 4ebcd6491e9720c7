/** Every field of every record of platform-interface 2, in both forms, as the engine's client reads them from the sandbox. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Platform } from '../../main/engine/platform/platform.ts';
import type { SandboxForm } from '../../main/sandbox/index.ts';
import { directoryId } from '../../main/sandbox/seed/directories.ts';
import { type RangeServer, startRangeServer } from '../fakes/range-server.ts';
import { unwrap } from '../fixtures/result.ts';
import { covers } from './covers.ts';
import { callOf } from './operation-calls.ts';
import { hasType, recordIn, recordsOf, type Sample, samplesIn, valuesAt } from './record-samples.ts';
import { type SandboxPlatforms, sandboxForTests } from './sandbox-platform.ts';
import { readSpecification } from './specification.ts';
import type { Field, Operation } from './statements.ts';

const { operations, fields, enumerations } = readSpecification();
const isIn = (form: SandboxForm, { extended }: Field | Operation): boolean =>
  form === 'extended' || !extended;

describe.each(['base', 'extended'] as const)('%s form', (form) => {
  const platforms = sandboxForTests({ form });
  const called = operations.filter((operation) => operation.access !== '' && isIn(form, operation));
  const records = reachableRecords(called);
  let samples: readonly Sample[] = [];
  beforeAll(async () => {
    const answers = await Promise.all([
      uploadSamples(platforms()),
      syncSamples(platforms()),
      billedMonths(platforms()),
    ]);
    samples = [...(await answersOf(called, platforms().as('admin'))), ...answers.flat()];
  });

  for (const field of fields.filter(({ record }) => records.has(record))) {
    const { record, path, type, id } = field;
    if (!isIn(form, field)) {
      test(`${record}.${path} is absent`, () => {
        covers(id);
        expect(samples.filter((sample) => sample.record === record && isAt(sample, path))).toEqual([]);
      });
      continue;
    }
    test(`${record}.${path} is ${type === '' ? 'there' : `of type ${type}`}`, () => {
      covers(id);
      const [here, elsewhere] = divide(
        samples.filter((sample) => sample.record === record),
        field,
      );
      const values = here.flatMap(({ value }) => valuesAt(value, path));
      expect(values).not.toEqual([]);
      expect(values.filter((value) => !hasType(value, type, enumerations))).toEqual([]);
      expect(elsewhere.filter((sample) => isAt(sample, path))).toEqual([]);
    });
  }

  test('ids are integers, and timestamps are ISO 8601 in UTC', () => {
    covers('rule 2.conventions');
    const inAll = samples.flatMap(({ value }) => Object.entries(value));
    const ids = inAll.filter(([name]) => name === 'id' || name.endsWith('Id'));
    expect(ids.length).toBeGreaterThan(100);
    expect(
      ids.filter(([name, value]) => name !== 'entityId' && !hasType(value, 'integer', enumerations)),
    ).toEqual([]);
    const times = inAll.filter(([, value]) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value));
    expect(times.length).toBeGreaterThan(100);
    expect(times.filter(([, value]) => !hasType(value, 'timestamp', enumerations))).toEqual([]);
  });

  if (form === 'base')
    test('no record has a field of the extended form', () => {
      covers('rule 9.2');
      const extended = fields.filter((field) => field.extended);
      const present = extended.filter(({ record, path }) =>
        samples.some((sample) => sample.record === record && isAt(sample, path)),
      );
      expect(present.map(({ id }) => id)).toEqual([]);
    });
});

test('every record is in an answer', () => {
  const reachable = reachableRecords(operations);
  expect([...new Set(fields.map(({ record }) => record))].filter((record) => !reachable.has(record))).toEqual(
    [],
  );
});

const isAt = ({ value }: Sample, path: string): boolean => valuesAt(value, path).length > 0;

/** The records that have a field, and those that don't: `current-user record only`, `Not present in the embedded user …`. */
function divide(samples: readonly Sample[], field: Field): readonly [readonly Sample[], readonly Sample[]] {
  const { text, path } = field;
  const [top = ''] = path.split('.');
  const onlyOf = /current-user record only/.test(text)
    ? ['operation 2']
    : /organization-member records only/.test(text)
      ? ['operation 10', 'operation 11', 'operation 12', 'operation 13']
      : /Only in the per-database project list/.test(text)
        ? ['operation 28']
        : null;
  const embeds = fields.find(({ text: embedding }) => embedding.startsWith(`${field.record} with only `));
  const embedded = embeds?.text.replace(/.* with only /, '').split(', ') ?? [];
  const belongs = ({ source }: Sample): boolean =>
    source === embeds?.record ? embedded.includes(top) : (onlyOf?.includes(source) ?? true);
  return [samples.filter(belongs), samples.filter((sample) => !belongs(sample))];
}

/** The records in the answers of operations, in those of an upload and of a sync, and the records inside them. */
function reachableRecords(called: readonly Operation[]): ReadonlySet<string> {
  const found = new Set(['Dataset', 'SourceFile', 'Part', 'CustodianSyncResult']);
  for (const operation of called) for (const { record } of recordsOf(operation, fields)) found.add(record);
  for (const record of found)
    for (const field of fields.filter((each) => each.record === record)) {
      const inner = recordIn(field, fields);
      if (inner !== undefined) found.add(inner);
    }
  return found;
}

async function answersOf(called: readonly Operation[], admin: Platform): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const operation of called) {
    const { name, input, prepare } = callOf(operation.id);
    await prepare?.(admin);
    const answer = unwrap(await admin.call(name, input));
    const data = answer.kind === 'page' ? answer.elements : answer.data;
    for (const { record, inside } of recordsOf(operation, fields)) {
      const value = inside === null ? data : valuesAt(data, inside).flat();
      samples.push(...samplesIn(record, operation.id, value, fields));
    }
  }
  return samples;
}

/** Two years, in which projects were suspended, frozen and deleted. */
async function billedMonths({ sandbox, as }: SandboxPlatforms): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const now = new Date();
  for (let ago = 0; ago < 24; ago += 1) {
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
    const query = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
    const path = { orgId: sandbox.organizationId };
    const months = unwrap(await as('admin').all('GetOrganizationBilling', { path, query }));
    samples.push(...samplesIn('DatabaseBilling', 'operation 6', months, fields));
  }
  return samples;
}

async function uploadSamples({ sandbox, as }: SandboxPlatforms): Promise<readonly Sample[]> {
  const { databaseId } = sandbox;
  const call = async (...[name, input]: Parameters<Platform['call']>): Promise<unknown> => {
    const answer = unwrap(await as('admin').call(name, input));
    return answer.kind === 'page' ? answer.elements : answer.data;
  };
  await using files: RangeServer = await startRangeServer({
    '/export.zip': { bytes: Buffer.from('linked') },
  });
  const dataset = await call('PostDatabaseDataset', {
    path: { databaseId },
    body: { name: 'Laptop', description: 'Imaged', deduplication: 'NONE', timezone: 'Europe/Berlin' },
  });
  const [datasetId] = valuesAt(dataset, 'id');
  const sourceFile = await call('PostDatasetFile', {
    path: { databaseId, datasetId },
    body: { filename: 'laptop.zip', passwords: ['one'], childCustodians: { 'desk/': 'Jane Doe' } },
  });
  const linked = await call('PostDatasetFile', {
    path: { databaseId, datasetId },
    body: { filename: 'export.zip', directLink: `${files.origin}/export.zip` },
  });
  const [sourceFileId] = valuesAt(sourceFile, 'id');
  const part = await call('PostSourceFilePart', { path: { databaseId, sourceFileId, partNumber: 1 } });
  return [
    ...samplesIn('Dataset', 'operation PostDatabaseDataset', dataset, fields),
    ...samplesIn('SourceFile', 'operation PostDatasetFile', [sourceFile, linked], fields),
    ...samplesIn('Part', 'operation PostSourceFilePart', part, fields),
  ];
}

/** The client returns only what a sync ignored, so its record is read without it. */
async function syncSamples({ sandbox }: SandboxPlatforms): Promise<readonly Sample[]> {
  const body = new FormData();
  body.set('file', new Blob(['email,user principal name\n,bob@corp\n']), 'people.csv');
  const answered = await fetch(`${sandbox.url}/v1/directories/${directoryId}/custodians`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
    body,
  });
  const [data] = valuesAt(await answered.json(), 'data');
  return samplesIn('CustodianSyncResult', 'operation SyncDirectoryCustodians', data, fields);
}
