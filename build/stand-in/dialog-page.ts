/** Replaces the system's dialogs: a plain page in a Chromium window of its own. */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { openPage } from './browser-window.ts';
import {
  type Choice,
  chosenPaths,
  type DialogFields,
  type DialogPurpose,
  typedPath,
} from './chosen-paths.ts';
import { toAppUrl } from './custom-schemes.ts';
import type { ObservedDialog } from './observed.ts';

interface Listing {
  readonly folder: string;
  /** What was asked for: the folder, or a file in it. */
  readonly path: string;
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
    if (kind === 'open' && listing !== null) lastFolder = listing.folder;
    return listing;
  });
  await page.exposeFunction('choose', (purpose: DialogPurpose, fields: DialogFields): Choice => {
    const choice = chosenPaths(purpose, fields);
    if ('answer' in choice) close(choice.answer);
    return choice;
  });
  await page.setContent(pageFor(kind, options));
  const answer = await promise;
  if (!page.isClosed()) await page.close();
  await opener?.bringToFront();
  return answer;
}

/** Returns null where there is nothing. */
function list(wanted: string): Listing | null {
  const path = typedPath(wanted);
  const stats = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === null || stats === undefined) return null;
  const folder = stats.isDirectory() ? path : dirname(path);
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
  return { folder, path, parent: dirname(folder), entries };
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
  type Host = {
    answer(value: unknown): void;
    list(folder: string): Promise<Listing | null>;
    choose(purpose: DialogPurpose, fields: DialogFields): Promise<Choice>;
  };
  // openDialogPage adds these functions; no type of window has them.
  const host: Host = {
    answer: Reflect.get(window, 'answer'),
    list: Reflect.get(window, 'list'),
    choose: Reflect.get(window, 'choose'),
  };
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
  const problem = make('p');
  problem.setAttribute('role', 'alert');
  const foot = make('div');
  foot.className = 'foot';
  const checked = new Set<string>();
  const purpose: DialogPurpose = kind === 'save' ? 'save' : choosesFolders ? 'folder' : 'files';
  let folder = dialog.folder;

  const openFolder = async (wanted: string): Promise<void> => {
    const found = await host.list(wanted);
    problem.textContent = found === null ? `${wanted} doesn't exist.` : '';
    if (found === null) return;
    folder = found.folder;
    pathField.value = purpose === 'files' ? found.path : folder;
    checked.clear();
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
          if (box.checked) checked.add(entry.path);
          else checked.delete(entry.path);
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
      // As the fields are now: a typed path is listed later, if at all.
      const fields = { typed: pathField.value, folder, checked: [...checked], name: name.value };
      void host.choose(purpose, fields).then((choice) => {
        problem.textContent = 'problem' in choice ? choice.problem : '';
      });
    },
  );
  void openFolder(folder);
}
