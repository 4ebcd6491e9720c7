/** Every path that Lading reads or writes for the person comes from one of these. Null or none: the dialog was closed. */
import { type BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron';

export interface Dialogs {
  choose(kind: 'folders' | 'files'): Promise<readonly string[]>;
  chooseFile(title: string, name: string, extensions: readonly string[]): Promise<string | null>;
  save(title: string, suggested: string, extension: string): Promise<string | null>;
}

export function dialogsOver(window: () => BrowserWindow | null): Dialogs {
  const open = (options: OpenDialogOptions) => {
    const over = window();
    return over === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(over, options);
  };
  const saveAs = (options: SaveDialogOptions) => {
    const over = window();
    return over === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(over, options);
  };
  return {
    async choose(kind) {
      const chosen = await open({
        title: kind === 'folders' ? 'Choose folders to upload' : 'Choose files to upload',
        buttonLabel: 'Choose',
        properties: [kind === 'folders' ? 'openDirectory' : 'openFile', 'multiSelections', 'showHiddenFiles'],
      });
      return chosen.canceled ? [] : chosen.filePaths;
    },
    async chooseFile(title, name, extensions) {
      const chosen = await open({
        title,
        properties: ['openFile'],
        filters: [
          { name, extensions: [...extensions] },
          { name: 'All files', extensions: ['*'] },
        ],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async save(title, suggested, extension) {
      const chosen = await saveAs({
        title,
        defaultPath: suggested,
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      });
      return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath;
    },
  };
}
