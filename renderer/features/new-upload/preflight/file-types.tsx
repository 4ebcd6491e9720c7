import { useState } from 'react';
import { contentTypeFacts } from '../../../../preload/contract/views/content-type.ts';
import type { PreflightView } from '../../../../preload/contract/views/preflight-view.ts';
import { count, percent } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import '../../../ui/table.css';

const preflightWords = words.newUploadPreflight;
const collapsedCount = 8;

/** Files by content, largest total size first; by extension where the content isn't known. */
export function FileTypes({ types }: { readonly types: PreflightView['types'] }) {
  const [showsAll, setShowsAll] = useState(false);
  const total = types.reduce((sum, type) => sum + type.bytes, 0);
  const shown = showsAll ? types : types.slice(0, collapsedCount);
  return (
    <Card title={preflightWords.types} bare>
      <table className="table">
        <thead>
          <tr>
            <th>{preflightWords.type}</th>
            <th className="number">{preflightWords.files}</th>
            <th className="number">{preflightWords.size}</th>
            <th className="type-share-column">{preflightWords.share}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ type, extension, items, bytes }) => (
            <tr key={type ?? `.${extension}`}>
              <td className={type === null ? 'muted' : ''}>
                {type === null
                  ? preflightWords.unknownType(extension)
                  : (contentTypeFacts(type)?.label ?? type)}
              </td>
              <td className="number">{count(items)}</td>
              <td className="number">
                <Bytes value={bytes} />
              </td>
              <td>
                <div className="type-share">
                  <span className="type-share-track">
                    <span
                      className="type-share-fill"
                      style={{ width: `${total > 0 ? (bytes / total) * 100 : 0}%` }}
                    />
                  </span>
                  <span className="type-share-percent">{percent(bytes, total)}</span>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {types.length > collapsedCount ? (
        <div className="table-more">
          <Button small variant="quiet" onPress={() => setShowsAll(!showsAll)}>
            {showsAll ? preflightWords.fewerTypes : preflightWords.allTypes(types.length)}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
