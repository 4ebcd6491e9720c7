/** Replaces the system's dialogs: a plain page in a Chromium window of its own. */
import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { openPage } from './browser-window.ts';
import { toAppUrl } from './custom-schemes.ts';
import type { ObservedDialog } from './observed.ts';

interface Listing {
  readonly folder: string;
  readonly parent: string;
  readonly entries: readonly { readonly name: string; readonly path: string; readonly isFolder: boolean }[];
}

/** The folder that was chosen from last. A dialog that saves says itself where it begins. */
let lastFolder = process.env['STAND_IN_FOLDER'] ?? process.cwd();

/** Paths for 'open', one path for 'save', a button's number for 'message'; null if it was closed. */
export async function openDialogPage(
  kind: ObservedDialog['kind'],
  options: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const page = await openPage({ width: 720, height: 560 });
  const opener = page
    .context()
    .pages()
    .find((one) => toAppUrl(one.url()) !== one.url());
  const { promise, resolve: close } = Promise.withResolvers<unknown>();
  page.on('close', () => close(null));
  await page.exposeFunction('answer', (value: unknown) => close(value));
  await page.exposeFunction('list', (folder: string) => {
    const listing = list(folder);
    if (kind === 'open') lastFolder = listing.folder;
    return listing;
  });
  await page.setContent(pageFor(kind, options));
  const answer = await promise;
  if (!page.isClosed()) await page.close();
  await opener?.bringToFront();
  return answer;
}

function list(wanted: string): Listing {
  const path = resolve(wanted.replace(/^~(?=\/|$)/, homedir()) || '/');
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
  let names: string[] = [];
  try {
    names = readdirSync(folder).sort();
  } catch {
    // An unreadable folder is shown empty.
  }
  const entries = names.map((name) => {
    const at = join(folder, name);
    return { name, path: at, isFolder: statSync(at, { throwIfNoEntry: false })?.isDirectory() === true };
  });
  return { folder, parent: dirname(folder), entries };
}

function pageFor(kind: ObservedDialog['kind'], options: Readonly<Record<string, unknown>>): string {
  const proposed = typeof options['defaultPath'] === 'string' ? options['defaultPath'] : '';
  const folder = isAbsolute(proposed) ? dirname(proposed) : lastFolder;
  const dialog = { kind, options, folder, name: basename(proposed) };
  const data = JSON.stringify(dialog).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>Lading</title>
<style>
  body { font: 14px/1.45 system-ui, sans-serif; margin: 24px auto; max-width: 660px; padding: 0 16px; }
  h1 { font-size: 18px; } #list { height: 320px; overflow: auto; border: 1px solid #8886; border-radius: 6px; margin: 12px 0; }
  #list label, #list button.row { display: block; width: 100%; box-sizing: border-box; padding: 5px 10px; text-align: left; border: 0; background: none; font: inherit; color: inherit; }
  #list label:hover, #list button.row:hover { background: #8882; } input[type=text] { width: 100%; box-sizing: border-box; padding: 6px; font: inherit; }
  .foot { display: flex; gap: 8px; justify-content: flex-end; } .foot button { padding: 6px 14px; font: inherit; } p { white-space: pre-wrap; }
</style><main id="main"></main>
<script>(${dialogPageScript})(${data});</script></html>`;
}

/** Runs in the page. */
function dialogPageScript(dialog: {
  kind: string;
  options: Record<string, unknown>;
  folder: string;
  name: string;
}): void {
  type Host = { answer(value: unknown): void; list(folder: string): Promise<Listing> };
  // openDialogPage adds the two functions; no type of window has them.
  const host: Host = { answer: Reflect.get(window, 'answer'), list: Reflect.get(window, 'list') };
  const main = document.getElementById('main') as HTMLElement;
  const make = <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    text = '',
    below: Node = main,
  ): HTMLElementTagNameMap[Tag] => {
    const element = document.createElement(tag);
    element.textContent = text;
    below.appendChild(element);
    return element;
  };
  const button = (text: string, below: Node, act: () => void): HTMLButtonElement => {
    const made = make('button', text, below);
    made.addEventListener('click', act);
    return made;
  };
  const { kind, options } = dialog;
  const option = (name: string, fallback: string): string => {
    const value = options[name];
    return typeof value === 'string' && value !== '' ? value : fallback;
  };
  if (kind === 'message') {
    make('h1', option('message', 'Lading'));
    make('p', option('detail', ''));
    const foot = make('div');
    foot.className = 'foot';
    const buttons = Array.isArray(options['buttons']) ? options['buttons'].map(String) : ['OK'];
    for (const [index, text] of buttons.entries()) {
      const made = button(text, foot, () => host.answer(index));
      if (index === options['defaultId']) made.focus();
    }
    return;
  }
  const properties = Array.isArray(options['properties']) ? options['properties'] : [];
  const choosesFolders = properties.includes('openDirectory');
  make('h1', option('title', kind === 'save' ? 'Save as' : 'Choose'));
  const pathField = make('input');
  pathField.type = 'text';
  pathField.setAttribute('aria-label', 'Folder');
  const listing = make('div');
  listing.id = 'list';
  const name = make('input');
  name.type = 'text';
  name.setAttribute('aria-label', 'File name');
  name.hidden = kind !== 'save';
  name.value = dialog.name;
  const foot = make('div');
  foot.className = 'foot';
  const chosen = new Set<string>();
  let folder = dialog.folder;

  const openFolder = async (wanted: string): Promise<void> => {
    const found = await host.list(wanted);
    folder = found.folder;
    pathField.value = folder;
    chosen.clear();
    listing.replaceChildren();
    const open = (text: string, path: string, below: Node): void => {
      const row = make('button', text, below);
      row.className = 'row';
      row.addEventListener('click', () => void openFolder(path));
    };
    open('↑ one folder up', found.parent, listing);
    for (const entry of found.entries) {
      if (entry.isFolder) open(`${entry.name}/`, entry.path, listing);
      else if (!choosesFolders && kind === 'open') {
        const label = make('label', '', listing);
        const box = make('input', '', label);
        box.type = 'checkbox';
        box.addEventListener('change', () => {
          if (box.checked) chosen.add(entry.path);
          else chosen.delete(entry.path);
        });
        label.append(` ${entry.name}`);
      }
    }
  };
  pathField.addEventListener('change', () => void openFolder(pathField.value));
  button('Cancel', foot, () => host.answer(null));
  button(
    option('buttonLabel', kind === 'save' ? 'Save' : choosesFolders ? 'Choose this folder' : 'Choose'),
    foot,
    () => {
      if (kind === 'save') host.answer(`${folder}/${name.value}`);
      else if (choosesFolders) host.answer([folder]);
      else host.answer([...chosen]);
    },
  );
  void openFolder(folder);
}
