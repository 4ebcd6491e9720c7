import { bandwidthText, noBandwidthLimit } from '../../preload/contract/texts/bandwidth-text.ts';
import { words } from '../i18n/words.ts';
import { routeHref } from '../navigation/routes.ts';
import { useApp } from '../state/selectors.ts';
import { Link } from '../ui/link.tsx';

/** Beside an estimated time: the limit and the hours that it counts with, and where a person can change them. */
export function BandwidthLink() {
  const { preferences } = useApp();
  const summary = bandwidthText(preferences);
  return (
    <>
      {summary === noBandwidthLimit ? null : <div>{summary}</div>}
      <Link to={routeHref({ kind: 'settings', section: 'bandwidth' })}>{words.common.changeBandwidth}</Link>
    </>
  );
}
