import { linkWarningText } from '../../../../preload/contract/texts/link-check-text.ts';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import type { PreflightView } from '../../../../preload/contract/views/preflight-view.ts';
import { words } from '../../../i18n/words.ts';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import '../../../ui/table.css';

const preflightWords = words.newUploadPreflight;

/** Direct links with the size that their host names, and what may keep the platform from downloading them: worst first. */
export function LinkList({ links }: { readonly links: PreflightView['links'] }) {
  const warned = links.filter(({ warnings }) => warnings.length > 0);
  const fine = links.filter(({ warnings }) => warnings.length === 0);
  return (
    <Card title={preflightWords.links} bare>
      <p className="problem-list-about">{preflightWords.linksDescription}</p>
      <table className="table link-list">
        <thead>
          <tr>
            <th>{preflightWords.link}</th>
            <th className="number">{preflightWords.size}</th>
            <th>{preflightWords.linkCheck}</th>
          </tr>
        </thead>
        <tbody>
          {[...warned, ...fine].map(({ itemId, link, sizeBytes, warnings }) => (
            <tr key={itemId}>
              <td className="link-list-link" title={printable(link)}>
                {printable(link)}
              </td>
              <td className="number">{sizeBytes === null ? '–' : <Bytes value={sizeBytes} />}</td>
              <td>
                {warnings.length === 0 ? (
                  <StatusPill tone="ok" icon="check" label={preflightWords.linkFine} />
                ) : (
                  warnings.map((warning) => (
                    <p key={warning.code} className="link-list-warning">
                      <Icon name="alert" size={14} />
                      <span>{linkWarningText(warning)}</span>
                    </p>
                  ))
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
