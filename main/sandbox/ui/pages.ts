import type { DatabaseRow } from '../store/accounts.ts';
import type { DatasetRow, DocumentRow, SourceFileRow, SourceFileState } from '../store/uploads.ts';
import { html, type Markup } from './html.ts';

export interface DatasetSummary {
  readonly dataset: DatasetRow;
  readonly sourceFileCount: number;
  readonly documentCount: number;
  readonly sizeBytes: number;
}

export interface DatabaseView {
  readonly database: DatabaseRow;
  readonly organization: string;
  readonly docCount: number;
  readonly nativeSize: number;
  readonly datasets: readonly DatasetSummary[];
}

/** One page of a list: `next` is where the following one begins, when there is one. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly next: string | null;
}

export interface DatasetView {
  readonly dataset: DatasetRow;
  readonly database: string;
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly sourceFiles: ListPage<
    SourceFileRow & { readonly receivedBytes: number; readonly partCount: number }
  >;
  readonly documents: ListPage<DocumentRow>;
}

const integer = new Intl.NumberFormat('en-US');
const decimal = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

export function sizeText(sizeBytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = sizeBytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${decimal.format(value)} ${units[unit]}`;
}

function size(sizeBytes: number | null): Markup {
  return sizeBytes === null
    ? html`<span class="quiet">–</span>`
    : html`<span title="${integer.format(sizeBytes)} bytes">${sizeText(sizeBytes)}</span>`;
}

function time(iso: string): Markup {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

const states: Readonly<Record<SourceFileState, readonly [tone: string, words: string]>> = {
  UPLOADING: ['info', 'Uploading'],
  ASSEMBLING: ['info', 'Assembling'],
  DOWNLOADING: ['info', 'Fetching the link'],
  PROCESSING: ['info', 'Processing'],
  PROCESSED: ['ok', 'Processed'],
  DOWNLOAD_FAILED: ['bad', 'Link failed'],
};

function badge([tone, words]: readonly [string, string], why?: string | null): Markup {
  return html`<span class="badge ${tone}"${why ? html` title="${why}"` : ''}>${words}</span>`;
}

function layout(title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Lading sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/style.css">
<script src="/sandbox/refresh.js" defer></script>
</head>
<body>
<p class="practice">Practice platform on this computer. Nothing here has left it.</p>
<main>${content}</main>
</body>
</html>
`.text;
}

const words = (count: number, one: string, many: string): string =>
  `${integer.format(count)} ${count === 1 ? one : many}`;

export function overviewPage(databases: readonly DatabaseView[]): string {
  const arrived = databases.reduce((sum, view) => sum + view.nativeSize, 0);
  const documents = databases.reduce((sum, view) => sum + view.docCount, 0);
  return layout(
    'What arrived',
    html`<header><h1>What arrived</h1>
<p>${words(documents, 'document', 'documents')}, ${size(arrived)}, in ${words(databases.length, 'database', 'databases')}</p></header>
${databases.map(databaseSection)}
<aside><h2>How far this platform goes</h2>
<p>ZIP files are opened, ZIPs inside them too, and each child gets its custodian. What is encrypted is listed as locked:
passwords are kept but not tried. Mail archives, disk images and other containers stay one document each. No text is
extracted, no PDF made and nothing deduplicated; dataset settings are kept as they came.</p></aside>`,
  );
}

function databaseSection({ database, organization, docCount, nativeSize, datasets }: DatabaseView): Markup {
  return html`<section aria-labelledby="database-${database.id}">
<div class="title"><h2 id="database-${database.id}">${database.name}</h2>
<p>${organization} · database ${database.id} · ${words(docCount, 'document', 'documents')}, ${size(nativeSize)}</p></div>
${
  datasets.length === 0
    ? html`<p class="empty">No dataset has been created here yet.</p>`
    : html`<div class="scroll" tabindex="0"><table><thead><tr><th>Dataset</th><th>Id</th><th class="n">Source files</th>
<th class="n">Documents</th><th class="n">Size</th><th>Created</th></tr></thead><tbody>${datasets.map(
        (line) => html`<tr><td><a href="/datasets/${line.dataset.id}">${line.dataset.name}</a></td>
<td class="quiet">${line.dataset.id}</td><td class="n">${integer.format(line.sourceFileCount)}</td>
<td class="n">${integer.format(line.documentCount)}</td><td class="n">${size(line.sizeBytes)}</td>
<td>${time(line.dataset.created)}</td></tr>`,
      )}</tbody></table></div>`
}
</section>`;
}

export function datasetPage({ dataset, database, settings, sourceFiles, documents }: DatasetView): string {
  return layout(
    dataset.name,
    html`<header><p class="crumbs"><a href="/">What arrived</a> › ${database}</p><h1>${dataset.name}</h1>
<p>Dataset ${dataset.id}, created ${time(dataset.created)}</p></header>
<section aria-labelledby="settings"><div class="title"><h2 id="settings">Settings</h2><p>As they were given</p></div>
<dl>${settings.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>
${sourceFileSection(sourceFiles)}
${documentSection(documents)}`,
  );
}

function sourceFileSection(page: DatasetView['sourceFiles']): Markup {
  return html`<section aria-labelledby="source-files"><div class="title"><h2 id="source-files">Source files</h2>
<p>${integer.format(page.total)}</p></div>
${
  page.total === 0
    ? html`<p class="empty">No source file has been created in this dataset yet.</p>`
    : html`<div class="scroll" tabindex="0"><table><thead><tr><th>File</th><th>Id</th><th>State</th><th>Custodian</th>
<th class="n">Parts</th><th class="n">Size</th><th>SHA-1</th></tr></thead><tbody>${page.rows.map(
        (
          file,
        ) => html`<tr><td class="name">${file.filename}${file.directLink === null ? '' : html` <span class="quiet">from a link</span>`}</td>
<td class="quiet">${file.id}</td><td>${sourceFileState(file)}${
          file.problem === null ? '' : html`<p class="problem">${file.problem}</p>`
        }</td>
<td>${file.custodian ?? html`<span class="quiet">dataset’s</span>`}</td><td class="n">${integer.format(file.partCount)}</td>
<td class="n">${size(file.sizeBytes ?? file.receivedBytes)}</td><td class="hash">${file.sha1 ?? ''}</td></tr>`,
      )}</tbody></table></div>${nextPageLink(page.next, 'More source files')}`
}
</section>`;
}

function sourceFileState({ state, problem }: SourceFileRow): Markup {
  return badge(state === 'PROCESSED' && problem !== null ? ['warn', 'Processed in part'] : states[state]);
}

function documentSection(page: DatasetView['documents']): Markup {
  return html`<section aria-labelledby="documents"><div class="title"><h2 id="documents">Documents</h2>
<p>${integer.format(page.total)}</p></div>
${
  page.total === 0
    ? html`<p class="empty">Documents appear here once a source file has been processed.</p>`
    : html`<div class="scroll" tabindex="0"><table><thead><tr><th>Path</th><th>Source file</th><th>Custodian</th><th>State</th><th class="n">Size</th>
<th>SHA-1</th></tr></thead><tbody>${page.rows.map(
        (document) => html`<tr><td class="name">${document.path}</td>
<td class="quiet">${document.sourceFileId}</td>
<td>${document.custodian ?? html`<span class="quiet">none</span>`}</td><td>${documentState(document)}</td>
<td class="n">${size(document.sizeBytes)}</td><td class="hash">${document.sha1 ?? ''}</td></tr>`,
      )}</tbody></table></div>${nextPageLink(page.next, 'More documents')}`
}
</section>`;
}

function documentState(document: DocumentRow): Markup {
  if (document.locked === 1) return badge(['warn', 'Locked'], 'Encrypted; this platform does not decrypt.');
  if (document.problem !== null) return badge(['bad', 'Unreadable'], document.problem);
  return badge(['ok', 'Readable']);
}

function nextPageLink(next: string | null, label: string): Markup | string {
  return next === null ? '' : html`<p class="more"><a href="${next}">${label}</a></p>`;
}

export function notFoundPage(): string {
  return layout(
    'Not here',
    html`<header><h1>Nothing at this address</h1><p><a href="/">What arrived</a></p></header>`,
  );
}
