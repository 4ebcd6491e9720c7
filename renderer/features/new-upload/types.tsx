import { useState } from 'react';
import type { PreflightView } from '../../../preload/contract/views.ts';
import { count, percent } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Bytes } from '../../ui/bytes.tsx';
import { Card } from '../../ui/card.tsx';
import './table.css';

const say = words.newUploadPreflight;
const few = 8;

/** Files by their extension, the heaviest first. */
export function Types({ types }: { readonly types: PreflightView['types'] }) {
  const [all, setAll] = useState(false);
  const total = types.reduce((sum, type) => sum + type.bytes, 0);
  const shown = all ? types : types.slice(0, few);
  return (
    <Card title={say.types} bare>
      <table className="table">
        <thead>
          <tr>
            <th>{say.type}</th>
            <th className="number">{say.files}</th>
            <th className="number">{say.size}</th>
            <th className="type-share">{say.share}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ extension, items, bytes }) => (
            <tr key={extension}>
              <td className={extension === '' ? 'muted' : ''}>
                {extension === '' ? say.noExtension : extension.replace(/^\.?/, '.')}
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
            {all ? say.fewerTypes : say.allTypes(types.length)}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
