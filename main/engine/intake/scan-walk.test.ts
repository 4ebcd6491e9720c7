import { lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { observeScan, type ScanObservation, temporaryFolder } from '../../../test/fixtures/scan-observer.ts';

type Tree = readonly (readonly [Uint8Array, Node])[];
type Node =
  | { readonly kind: 'file'; readonly sizeBytes: number }
  | { readonly kind: 'link' }
  | { readonly kind: 'folder'; readonly inside: Tree };

const name = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
        .map((text) => new Uint8Array(Buffer.from(text))),
    },
    { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 12 }) },
  )
  .filter((bytes) => !bytes.includes(0) && !bytes.includes(0x2f) && !/^\.{1,2}$/.test(raw(bytes)));

const { tree } = fc.letrec<{ tree: Tree; node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constant('file'), sizeBytes: fc.nat(100) }),
    fc.constant({ kind: 'link' } as const),
    fc.record({ kind: fc.constant('folder'), inside: tie('tree') }),
  ),
  tree: fc.uniqueArray(fc.tuple(name, tie('node')), { maxLength: 6, selector: ([bytes]) => raw(bytes) }),
}));

test('any tree: every file, folder and link is seen exactly once, by its exact name', async () => {
  const root = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(tree, fc.integer({ min: 1, max: 3 }), async (planted, workers) => {
      mkdirSync(root, { recursive: true });
      try {
        plant(Buffer.from(root), planted);
        const all = await observeScan([root], { workers });
        expect(inventoryOf(all)).toEqual(naive(Buffer.from(root), ''));
        const folders = all.batches.flatMap(({ folders }) => folders).filter(({ isFirst }) => isFirst).length;
        expect(all.result).toMatchObject({
          ok: true,
          value: { files: all.files.length, problems: all.problems.length, folders },
        });
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: 40 },
  );
});

function raw(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

const below = (folder: Buffer, bytes: Uint8Array) => Buffer.concat([folder, Buffer.from('/'), bytes]);

function plant(folder: Buffer, inside: Tree): void {
  for (const [bytes, node] of inside) {
    const path = below(folder, bytes);
    if (node.kind === 'file') writeFileSync(path, Buffer.alloc(node.sizeBytes));
    else if (node.kind === 'link') symlinkSync('..', path);
    else {
      mkdirSync(path);
      plant(path, node.inside);
    }
  }
}

/** One line per file and problem, keyed by its bytes. */
function naive(folder: Buffer, prefix: string): string[] {
  return readdirSync(folder, { encoding: 'buffer' })
    .flatMap((bytes) => {
      const stat = lstatSync(below(folder, bytes), { bigint: true });
      const path = prefix + raw(bytes);
      if (stat.isDirectory()) return [`folder ${path}`, ...naive(below(folder, bytes), `${path}/`)];
      return stat.isFile()
        ? [`file ${path} ${stat.size} ${stat.mtimeNs} ${stat.ino}`]
        : [`symbolic-link ${path}`];
    })
    .sort();
}

function inventoryOf({ batches, files, problems }: ScanObservation): string[] {
  const exact = (text: string, bytes: Uint8Array | null) => raw(bytes ?? Buffer.from(text));
  const path = (one: {
    folder: string;
    folderBytes: Uint8Array | null;
    name: string;
    nameBytes: Uint8Array | null;
  }) => (one.folder === '' ? '' : `${exact(one.folder, one.folderBytes)}/`) + exact(one.name, one.nameBytes);
  return [
    ...batches.flatMap(({ folders }) =>
      folders
        .filter(({ isFirst, folder }) => isFirst && folder !== '')
        .map((run) => `folder ${exact(run.folder, run.folderBytes)}`),
    ),
    ...files.map((file) => `file ${path(file)} ${file.sizeBytes} ${file.mtimeNs} ${file.fileId}`),
    ...problems.map((problem) => `${problem.reason.code} ${path(problem)}`),
  ].sort();
}
