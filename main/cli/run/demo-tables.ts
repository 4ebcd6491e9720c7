/** What the sandbox received, as tables. Pure. */
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import type { SentFile } from '../../engine/index.ts';
import type { DocumentRow, InspectedSourceFile } from '../../sandbox/index.ts';
import { formatTable, left, right, shrinking } from '../terminal/table.ts';
import { demo as words } from '../words/sandbox.ts';

export interface ReceivedFiles {
  readonly files: readonly InspectedSourceFile[];
  readonly documents: readonly DocumentRow[];
}

const { columns } = words;

export function sourceFileTable(
  sent: readonly SentFile[],
  received: readonly InspectedSourceFile[],
  width: number,
): string[] {
  const byId = new Map(received.map((file) => [file.id, file]));
  const table = formatTable<SentFile>(
    [
      shrinking(columns.sourceFile, ({ path }) => path),
      shrinking(columns.custodian, ({ id }) => byId.get(id)?.custodian ?? words.none),
      right(columns.size, ({ bytes }) => (bytes === null ? words.none : formatBytes(bytes))),
      right(columns.parts, ({ parts }) => (parts === null ? words.none : count(parts))),
      left(columns.sha1, ({ id }) => byId.get(id)?.sha1?.slice(0, 10) ?? words.none),
      right(columns.id, ({ id }) => String(id)),
    ],
    sent,
    width,
  );
  const same = sent.filter((file) => file.sha1 !== null && file.sha1 === byId.get(file.id)?.sha1).length;
  return [...table, '', words.hashes(same, sent.length)];
}

/** Documents from containers only; a file that is a document itself is in the other table. */
export function documentTable({ files, documents }: ReceivedFiles, width: number): string[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const bySourceFile = Map.groupBy(documents, (document) => document.sourceFileId);
  const inContainers = documents.filter(
    (document) => (bySourceFile.get(document.sourceFileId)?.length ?? 0) > 1 || document.locked,
  );
  if (inContainers.length === 0) return [];
  return formatTable<DocumentRow>(
    [
      shrinking(columns.document, ({ path }) => path),
      shrinking(
        columns.container,
        ({ sourceFileId }) => byId.get(sourceFileId)?.filename ?? String(sourceFileId),
      ),
      shrinking(columns.custodian, ({ custodian }) => custodian ?? words.none),
      right(columns.size, ({ sizeBytes }) => formatBytes(sizeBytes)),
      shrinking(columns.note, ({ problem, locked }) => problem ?? (locked ? words.locked : '')),
    ],
    inContainers,
    width,
  );
}
