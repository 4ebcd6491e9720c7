import { type ReactNode, useEffect, useRef, useState } from 'react';
import { words } from '../../../i18n/words.ts';
import { useMenuItem } from '../../../state/menu.ts';
import { SearchField } from '../../../ui/search-field.tsx';

const typingMs = 250;

/** A search field above a tree. The tree gets what was typed once typing pauses. */
export function SearchableTree({
  beside = null,
  children,
}: {
  /** On the line of the search field. */
  readonly beside?: ReactNode;
  readonly children: (search: string) => ReactNode;
}) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useMenuItem('find', () => input.current?.focus());
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(text.trim()), typingMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  return (
    <>
      <div className="file-tree-search">
        <SearchField label={words.fileTree.search} value={text} onChange={setText} inputRef={input} />
        {beside}
      </div>
      {children(search)}
    </>
  );
}
