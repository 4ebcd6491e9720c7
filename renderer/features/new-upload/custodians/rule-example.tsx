import { Fragment, useEffect, useState } from 'react';
import type { FolderEntry, TreeParent } from '../../../../preload/contract/calls/tree-calls.ts';
import type { Result } from '../../../../preload/contract/failures/failure.ts';
import type { Answer } from '../../../../preload/contract/index.ts';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import { words } from '../../../i18n/words.ts';
import { call } from '../../../state/bridge.ts';

const custodianWords = words.newUploadCustodians;

/** A folder path of this upload, with the folder marked that names the custodian. */
export function RuleExample({ uploadId, level }: { readonly uploadId: number; readonly level: number }) {
  const path = useExamplePath(uploadId, level + 1);
  if (path === null) return null;
  const deepestLevel = path.length - 1;
  if (deepestLevel < 1) return <p className="small muted">{custodianWords.exampleNoFolders}</p>;
  return (
    <div>
      <div className="field-label">{custodianWords.example}</div>
      <div className="custodian-example-path selectable" role="status">
        {path.map((segment, depth) => (
          // Folders on a path can share a name, so the key is the path.
          <Fragment key={path.slice(0, depth + 1).join('/')}>
            {depth === 0 ? null : <span className="faint"> › </span>}
            {depth === level ? <mark>{printable(segment)}</mark> : printable(segment)}
          </Fragment>
        ))}
      </div>
      {deepestLevel < level ? <p className="small muted">{custodianWords.exampleTooShallow}</p> : null}
    </div>
  );
}

/** A folder path from the source down to `depth`, or as deep as the first folders go. Returns null while it loads. */
function useExamplePath(uploadId: number, depth: number): readonly string[] | null {
  const [path, setPath] = useState<readonly string[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    async function descend() {
      const names: string[] = [];
      let parent: TreeParent = { kind: 'sources' };
      while (names.length <= depth) {
        const answer: Result<Answer<'drafts.tree'>> = await call('drafts.tree', {
          uploadId,
          parent,
          view: 'custodians',
          offset: 0,
          limit: 50,
        });
        if (!isCurrent || !answer.ok) return;
        const folders: readonly FolderEntry[] = answer.value.entries.filter(
          (entry) => entry.kind === 'folder',
        );
        const next: FolderEntry | undefined = folders.find((folder) => folder.hasFolders) ?? folders[0];
        if (next === undefined) break;
        names.push(next.name);
        if (!next.hasFolders) break;
        parent = { kind: 'folder', id: next.id };
      }
      setPath(names);
    }
    void descend();
    return () => {
      isCurrent = false;
    };
  }, [uploadId, depth]);
  return path;
}
