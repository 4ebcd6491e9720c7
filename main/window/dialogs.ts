/** The system's dialogs. Every path that Lading reads or writes for a person comes from one of these, or from a drop. */
import { type BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron';
import { dialogWords, type MessageText } from '../words.ts';

/** An empty list or null means that the dialog was cancelled. */
export interface Dialogs {
  chooseSources(kind: 'folders' | 'files'): Promise<readonly string[]>;
  chooseFile(title: string, typeName: string, extensions: readonly string[]): Promise<string | null>;
  chooseSavePath(title: string, suggestedName: string, extension: string): Promise<string | null>;
  showWarning(text: MessageText): Promise<void>;
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
  return {
    async chooseSources(kind) {
      const chosen = await open({
        title: kind === 'folders' ? dialogWords.chooseFolders : dialogWords.chooseFiles,
        buttonLabel: dialogWords.choose,
        properties: [kind === 'folders' ? 'openDirectory' : 'openFile', 'multiSelections', 'showHiddenFiles'],
      });
      return chosen.canceled ? [] : chosen.filePaths;
    },
    async chooseFile(title, typeName, extensions) {
      const chosen = await open({
        title,
        properties: ['openFile'],
        filters: [
          { name: typeName, extensions: [...extensions] },
          { name: dialogWords.allFiles, extensions: ['*'] },
        ],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async chooseSavePath(title, suggestedName, extension) {
      const chosen = await save({
        title,
        defaultPath: suggestedName,
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      });
      return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath;
    },
    async showWarning({ message, detail }) {
      const options = { type: 'warning', message, detail } as const;
      const window = currentWindow();
      await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options));
    },
  };
}
