import { useState } from 'react';
import type { PreflightView } from '../../../../preload/contract/views.ts';
import { count, percent } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import '../../../ui/table.css';

const preflightWords = words.newUploadPreflight;
const few = 8;

/** Files by their extension, the heaviest first. */
export function FileTypes({ types }: { readonly types: PreflightView['types'] }) {
  const [all, setAll] = useState(false);
  const total = types.reduce((sum, type) => sum + type.bytes, 0);
  const shown = all ? types : types.slice(0, few);
  return (
    <Card title={preflightWords.types} bare>
      <table className="table">
        <thead>
          <tr>
            <th>{preflightWords.type}</th>
            <th className="number">{preflightWords.files}</th>
            <th className="number">{preflightWords.size}</th>
            <th className="type-share">{preflightWords.share}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ extension, items, bytes }) => (
            <tr key={extension}>
              <td className={extension === '' ? 'muted' : ''}>
                {extension === '' ? preflightWords.noExtension : extension.replace(/^\.?/, '.')}
              </td>
              <td className="number">{count(items)}</td>
              <td className="number">
                <Bytes value={bytes} />
              </td>
              <td>
                <div className="share">
                  <span className="share-track">
                    <span
                      className="share-fill"
                      style={{ width: `${total > 0 ? (bytes / total) * 100 : 0}%` }}
                    />
                  </span>
                  <span className="share-figure">{percent(bytes, total)}</span>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {types.length > few ? (
        <div className="table-more">
          <Button small variant="quiet" onPress={() => setAll(!all)}>
            {all ? preflightWords.fewerTypes : preflightWords.allTypes(types.length)}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
