import { useState } from 'react';
import type { FileEntry } from '../../../../preload/contract/calls/tree-calls.ts';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import { custodianName, maxCustodianChars } from '../../../../preload/contract/views/custodian-rule.ts';
import { innerFolderPath } from '../../../../preload/contract/views/inner-folder-path.ts';
import { words } from '../../../i18n/words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';

const folderWords = words.newUploadCustodians.innerFolder;

/** Names a folder inside a container whose folders Lading can't list, and whose it is. */
export function AddInnerFolder({
  container,
  onAdd,
  onClose,
}: {
  readonly container: FileEntry;
  readonly onAdd: (path: string, custodian: string) => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const path = innerFolderPath(text);
  const custodian = custodianName.safeParse(name);
  const add = () => {
    if (path !== null && custodian.success) onAdd(path, custodian.data);
  };
  return (
    <Dialog
      title={folderWords.title(printable(container.name))}
      open
      onClose={onClose}
      submit={{ label: folderWords.add, disabled: path === null || !custodian.success, onPress: add }}
    >
      <div className="stack">
        <Field
          label={folderWords.path}
          hint={folderWords.hint}
          error={text.trim() === '' || path !== null ? null : folderWords.leadsUp}
          value={text}
          onChange={setText}
          maxLength={10_000}
          autoFocus
        />
        <Field
          label={words.newUploadCustodians.custodian}
          value={name}
          onChange={setName}
          maxLength={maxCustodianChars}
          onEnter={add}
        />
      </div>
    </Dialog>
  );
}
