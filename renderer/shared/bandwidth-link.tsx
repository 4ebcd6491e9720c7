import { bandwidthText, noBandwidthLimit } from '../../preload/contract/texts/bandwidth-text.ts';
import { words } from '../i18n/words.ts';
import { routeHref } from '../navigation/routes.ts';
import { useApp } from '../state/selectors.ts';
import { Link } from '../ui/link.tsx';

/** Beside an estimated time: the limit and the hours that it counts with, and the way to set or change them. */
export function BandwidthLink() {
  const { preferences } = useApp();
  const summary = bandwidthText(preferences);
  const isSet = summary !== noBandwidthLimit;
  return (
    <>
      {isSet ? <div>{summary}</div> : null}
      <Link to={routeHref({ kind: 'settings', section: 'bandwidth' })}>
        {isSet ? words.common.changeBandwidth : words.common.setBandwidth}
      </Link>
    </>
  );
}
