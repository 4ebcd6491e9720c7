/** What the sandbox received, as tables. Pure. */
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import type { SentFile } from '../../engine/index.ts';
import type { DocumentRow, InspectedSourceFile } from '../../sandbox/index.ts';
import { formatTable } from '../table.ts';
import { demo as words } from '../words/sandbox.ts';

export interface ReceivedFiles {
  readonly files: readonly InspectedSourceFile[];
  readonly documents: readonly DocumentRow[];
}

const { columns } = words;
const right = (title: string) => ({ title, align: 'right' as const });
const shrinking = (title: string) => ({ title, shrinks: true });

export function sourceFileTable(
  sent: readonly SentFile[],
  received: readonly InspectedSourceFile[],
  width: number,
): string[] {
  const byId = new Map(received.map((file) => [file.id, file]));
  const rows = sent.map((file) => [
    file.path,
    byId.get(file.id)?.custodian ?? words.none,
    file.bytes === null ? words.none : formatBytes(file.bytes),
    file.parts === null ? words.none : count(file.parts),
    byId.get(file.id)?.sha1?.slice(0, 10) ?? words.none,
    String(file.id),
  ]);
  const table = formatTable(
    [
      shrinking(columns.sourceFile),
      shrinking(columns.custodian),
      right(columns.size),
      right(columns.parts),
      { title: columns.sha1 },
      right(columns.id),
    ],
    rows,
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
  const rows = inContainers.map((document) => [
    document.path,
    byId.get(document.sourceFileId)?.filename ?? String(document.sourceFileId),
    document.custodian ?? words.none,
    formatBytes(document.sizeBytes),
    document.problem ?? (document.locked ? words.locked : ''),
  ]);
  return formatTable(
    [
      shrinking(columns.document),
      shrinking(columns.container),
      shrinking(columns.custodian),
      right(columns.size),
      shrinking(columns.note),
    ],
    rows,
    width,
  );
}
