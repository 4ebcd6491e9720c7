/** The system's dialogs. Every path that Lading reads or writes for a person comes from one of these, or from a drop. */
import {
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import { dialogWords, type MessageText, type OpenDialog } from '../words.ts';
import type { TrustQuestion } from './trust-questions.ts';

/** An empty list or null means that the dialog was cancelled. */
export interface Dialogs {
  choosePaths(choice: OpenDialog): Promise<readonly string[]>;
  chooseSavePath(title: string, proposedPath: string, extension: string): Promise<string | null>;
  showWarning(text: MessageText): Promise<void>;
  /** Whether a person accepts. A question while another one is open is refused: many at once tire a person into accepting. */
  confirm(question: TrustQuestion): Promise<boolean>;
}

/** Modal to the window where one is open. */
export function createDialogs(currentWindow: () => BrowserWindow | null): Dialogs {
  const open = (options: OpenDialogOptions) => {
    const window = currentWindow();
    return window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options);
  };
  const save = (options: SaveDialogOptions) => {
    const window = currentWindow();
    return window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options);
  };
  const show = (options: MessageBoxOptions) => {
    const window = currentWindow();
    return window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
  };
  let isAsking = false;
  return {
    async choosePaths({ title, kind, many = false, type }) {
      const chosen = await open({
        title,
        buttonLabel: dialogWords.choose,
        properties: [
          kind === 'folders' ? 'openDirectory' : 'openFile',
          ...(many ? (['multiSelections'] as const) : []),
          'showHiddenFiles',
        ],
        ...(type === undefined
          ? {}
          : {
              filters: [
                { name: type.name, extensions: [...type.extensions] },
                { name: dialogWords.allFiles, extensions: ['*'] },
              ],
            }),
      });
      return chosen.canceled ? [] : chosen.filePaths;
    },
    async chooseSavePath(title, proposedPath, extension) {
      const chosen = await save({
        title,
        defaultPath: proposedPath,
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      });
      return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath;
    },
    async showWarning({ message, detail }) {
      await show({ type: 'warning', message, detail });
    },
    async confirm({ message, detail, action }) {
      if (isAsking) return false;
      isAsking = true;
      try {
        const { response } = await show({
          type: 'warning',
          message,
          detail,
          buttons: [action, dialogWords.cancel],
          // A key that a person happens to press accepts nothing.
          defaultId: 1,
          cancelId: 1,
          noLink: true,
        });
        return response === 0;
      } finally {
        isAsking = false;
      }
    },
  };
}
