import { formatBytes, formatExactBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import { formatCommand } from '../../app/command-line.ts';
import type { DatabaseRow } from '../store/databases.ts';
import type {
  DatasetRow,
  DatasetTotals,
  DocumentRow,
  DuplicateRow,
  SourceFileRow,
  SourceFileState,
} from '../store/uploads.ts';
import { ui } from '../words.ts';
import { html, type Markup } from './html.ts';

export interface DatasetSummary extends DatasetTotals {
  readonly dataset: DatasetRow;
}

export interface DatabaseView {
  readonly database: DatabaseRow;
  readonly organization: string;
  readonly docCount: number;
  readonly nativeSize: number;
  readonly datasets: readonly DatasetSummary[];
}

/** One page of a list. `next` is the address of the next page, or null. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly next: string | null;
}

export interface DatasetView {
  readonly dataset: DatasetRow;
  readonly database: string;
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly totals: DatasetTotals;
  readonly sourceFiles: ListPage<
    SourceFileRow & { readonly receivedBytes: number; readonly partCount: number }
  >;
  readonly documents: ListPage<DocumentRow>;
  readonly duplicates: ListPage<DuplicateRow>;
}

function size(sizeBytes: number | null): Markup {
  return sizeBytes === null
    ? html`<span class="quiet">–</span>`
    : html`<span title="${formatExactBytes(sizeBytes)}">${formatBytes(sizeBytes)}</span>`;
}

function time(iso: string): Markup {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

type Tone = 'info' | 'ok' | 'warn' | 'bad';

const stateTones: Readonly<Record<SourceFileState, Tone>> = {
  UPLOADING: 'info',
  ASSEMBLING: 'info',
  DOWNLOADING: 'info',
  PROCESSING: 'info',
  PROCESSED: 'ok',
  DOWNLOAD_FAILED: 'bad',
};

function badge(tone: Tone, label: string, note?: string): Markup {
  return html`<span class="badge ${tone}"${note === undefined ? '' : html` title="${note}"`}>${label}</span>`;
}

const refreshScript = html`<script src="/sandbox/refresh.js" defer></script>`;

/** `isLive` pages update themselves. */
function layout(title: string, content: Markup, isLive = true): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Lading Sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/style.css">
${isLive ? refreshScript : ''}
</head>
<body>
<header class="banner">${ui.banner}</header>
<main>${content}</main>
</body>
</html>
`.text;
}

interface Heading {
  readonly label: string;
  readonly isNumber?: true;
}

const number = (label: string): Heading => ({ label, isNumber: true });
const text = (label: string): Heading => ({ label });

function table(headings: readonly Heading[], rows: readonly Markup[]): Markup {
  const cells = headings.map(({ label, isNumber }) =>
    isNumber ? html`<th class="n">${label}</th>` : html`<th>${label}</th>`,
  );
  return html`<div class="scroll" tabindex="0"><table><thead><tr>${cells}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function section(id: string, heading: string, note: Markup | string, content: Markup): Markup {
  return html`<section aria-labelledby="${id}">
<div class="title"><h2 id="${id}">${heading}</h2>
<p>${note}</p></div>
${content}
</section>`;
}

export interface DirectoryView {
  readonly id: number;
  readonly name: string;
  readonly organization: string;
  readonly custodianCount: number;
}

export function overviewPage(
  databases: readonly DatabaseView[],
  directories: readonly DirectoryView[],
): string {
  const sizeBytes = databases.reduce((sum, view) => sum + view.nativeSize, 0);
  const documents = databases.reduce((sum, view) => sum + view.docCount, 0);
  return layout(
    ui.overview,
    html`<header><h1>${ui.overview}</h1>
<p>${ui.documents(documents)} · ${size(sizeBytes)} · ${ui.databases(databases.length)}</p>
<p class="quiet">${ui.sizes}</p></header>
${databases.map(databaseSection)}
${directorySection(directories)}
<aside><h2>${ui.limits.heading}</h2>
<p>${ui.limits.text}</p></aside>`,
  );
}

function databaseSection({ database, organization, docCount, nativeSize, datasets }: DatabaseView): Markup {
  const { columns } = ui;
  return section(
    `database-${database.id}`,
    database.name,
    html`${organization} · database ${database.id} · ${ui.documents(docCount)} · ${size(nativeSize)}`,
    datasets.length === 0
      ? html`<p class="empty">${ui.noDatasets}</p>`
      : table(
          [
            text(columns.dataset),
            text(columns.id),
            number(columns.sourceFiles),
            number(columns.documents),
            number(columns.size),
            text(columns.created),
          ],
          datasets.map(datasetRow),
        ),
  );
}

function directorySection(directories: readonly DirectoryView[]): Markup {
  const { columns } = ui;
  return section(
    'directories',
    ui.directories,
    ui.directoriesNote,
    table(
      [text(columns.directory), text(columns.id), text(columns.organization), number(columns.people)],
      directories.map(
        ({ id, name, organization, custodianCount }) =>
          html`<tr><td>${name}</td><td class="quiet">${id}</td><td>${organization}</td><td class="n">${count(custodianCount)}</td></tr>`,
      ),
    ),
  );
}

/** "300 · 3 unfinished" */
function receivedFiles({ receivedFileCount, unfinishedFileCount }: DatasetTotals): Markup {
  return unfinishedFileCount === 0
    ? html`${count(receivedFileCount)}`
    : html`${count(receivedFileCount)} · ${ui.unfinished(count(unfinishedFileCount))}`;
}

function datasetRow({ dataset, ...totals }: DatasetSummary): Markup {
  const { documentCount, sizeBytes } = totals;
  return html`<tr><td><a href="datasets/${dataset.id}">${dataset.name}</a></td>
<td class="quiet">${dataset.id}</td><td class="n">${receivedFiles(totals)}</td>
<td class="n">${count(documentCount)}</td><td class="n">${size(sizeBytes)}</td>
<td>${time(dataset.created)}</td></tr>`;
}

export function datasetPage(view: DatasetView): string {
  const { dataset, database, settings, totals, sourceFiles, documents, duplicates } = view;
  return layout(
    dataset.name,
    html`<header><p class="crumbs"><a href="../">${ui.overview}</a> › ${database}</p><h1>${dataset.name}</h1>
<p>${ui.columns.dataset} ${dataset.id} · ${time(dataset.created)}</p></header>
${section(
  'settings',
  ui.settings,
  ui.settingsNote,
  html`<dl>${settings.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`,
)}
${sourceFileSection(sourceFiles, totals)}
${documentSection(documents)}
${duplicates.total === 0 ? '' : duplicateSection(duplicates)}`,
  );
}

function sourceFileSection({ total, rows, next }: DatasetView['sourceFiles'], totals: DatasetTotals): Markup {
  const { columns } = ui;
  const headings = [
    text(columns.file),
    text(columns.id),
    text(columns.state),
    text(columns.custodian),
    number(columns.parts),
    number(columns.size),
    text(columns.sha1),
  ];
  return section(
    'source-files',
    columns.sourceFiles,
    receivedFiles(totals),
    total === 0
      ? html`<p class="empty">${ui.noSourceFiles}</p>`
      : html`${table(headings, rows.map(sourceFileRow))}${nextPageLink(next, ui.moreSourceFiles)}`,
  );
}

function sourceFileRow(file: DatasetView['sourceFiles']['rows'][number]): Markup {
  const link = file.linkLabel === null ? '' : html` <span class="quiet">${ui.fromLink}</span>`;
  const problem = file.problem === null ? '' : html`<p class="problem">${file.problem}</p>`;
  return html`<tr><td class="name">${file.filename}${link}</td>
<td class="quiet">${file.id}</td><td>${sourceFileState(file)}${problem}</td>
<td>${file.custodian ?? html`<span class="quiet">${ui.datasetCustodian}</span>`}</td><td class="n">${count(file.partCount)}</td>
<td class="n">${size(file.sizeBytes ?? file.receivedBytes)}</td><td class="hash">${file.sha1 ?? ''}</td></tr>`;
}

function sourceFileState({ state, problem }: SourceFileRow): Markup {
  return state === 'PROCESSED' && problem !== null
    ? badge('warn', ui.partlyProcessed)
    : badge(stateTones[state], ui.states[state]);
}

function documentSection({ total, rows, next }: DatasetView['documents']): Markup {
  const { columns } = ui;
  const headings = [
    text(ui.allPaths),
    text(columns.sourceFile),
    text(ui.allCustodians),
    text(columns.state),
    number(columns.size),
    text(columns.sha1),
  ];
  return section(
    'documents',
    columns.documents,
    count(total),
    total === 0
      ? html`<p class="empty">${ui.noDocuments}</p>`
      : html`${table(headings, rows.map(documentRow))}${nextPageLink(next, ui.moreDocuments)}`,
  );
}

function documentRow(document: DocumentRow): Markup {
  const { allPaths, allCustodians, duplicateCount } = document;
  const others = duplicateCount - (allPaths.length - 1);
  return html`<tr><td class="name">${allPaths.map((path) => html`<div>${path}</div>`)}${others > 0 ? html`<span class="quiet">${ui.andMore(count(others))}</span>` : ''}</td>
<td class="quiet">${document.sourceFileId}</td>
<td>${allCustodians.length === 0 ? none : allCustodians.map((custodian) => html`<div>${custodian}</div>`)}</td><td>${documentState(document)}</td>
<td class="n">${size(document.sizeBytes)}</td><td class="hash">${document.sha1 ?? ''}</td></tr>`;
}

const none = html`<span class="quiet">${ui.noCustodian}</span>`;

function duplicateSection({ total, rows, next }: DatasetView['duplicates']): Markup {
  const { columns } = ui;
  const headings = [
    text(columns.path),
    text(columns.sourceFile),
    text(columns.custodian),
    text(ui.sameContent),
    text(columns.id),
  ];
  return section(
    'duplicates',
    ui.duplicates,
    html`${count(total)} · ${ui.duplicatesNote}`,
    html`${table(headings, rows.map(duplicateRow))}${nextPageLink(next, ui.moreDuplicates)}`,
  );
}

function duplicateRow(duplicate: DuplicateRow): Markup {
  return html`<tr><td class="name">${duplicate.path}</td><td class="quiet">${duplicate.sourceFileId}</td>
<td>${duplicate.custodian ?? none}</td><td class="name">${duplicate.documentPath}</td><td class="quiet">${duplicate.documentId}</td></tr>`;
}

function documentState(document: DocumentRow): Markup {
  if (document.locked === 1) return badge('warn', ui.locked, ui.lockedNote);
  if (document.problem !== null) return badge('bad', ui.unreadable, document.problem);
  return badge('ok', ui.readable);
}

function nextPageLink(next: string | null, label: string): Markup | string {
  return next === null ? '' : html`<p class="more"><a href="${next}">${label}</a></p>`;
}

export type ClosedReason = keyof typeof ui.closedPage;

/** Shown to a browser without a session. It says nothing about what was uploaded. */
export function closedPage(reason: ClosedReason): string {
  const { title, text: explanation } = ui.closedPage[reason];
  const { heading, window, commandLine } = ui.newAddress;
  return layout(
    title,
    html`<header><h1>${title}</h1><p>${explanation}</p></header>
<aside><h2>${heading}</h2>
<ul><li>${window}</li><li>${commandLine} <code>${formatCommand('sandbox', '--page')}</code></li></ul></aside>`,
    false,
  );
}

export function notFoundPage(): string {
  return layout(
    ui.notFoundTitle,
    html`<header><h1>${ui.notFound}</h1><p><a href="../">${ui.overview}</a></p></header>`,
  );
}
