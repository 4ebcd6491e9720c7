import { useState } from 'react';
import type { Preferences } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { SaveStatus } from './save-status.tsx';
import { usePreferences } from './use-preferences.ts';

const settingsWords = words.settings;
type Proxy = Preferences['proxy'];

/** Proxy and certificates; also shown where connecting has failed. */
export function NetworkSettings() {
  const { preferences } = useApp();
  const { proxy } = preferences;
  const { change, saved, command } = usePreferences();
  const [kind, setKind] = useState<Proxy['kind']>(proxy.kind);
  const [url, setUrl] = useState(proxy.kind === 'manual' ? proxy.url : '');
  const [isBad, setBad] = useState(false);

  function choose(next: Proxy['kind']) {
    setKind(next);
    // A manual one counts once it has an address.
    if (next !== 'manual') change({ proxy: { kind: next } });
    else if (isProxyUrl(url)) change({ proxy: { kind: next, url: url.trim() } });
  }
  function leaveUrl() {
    const isGood = isProxyUrl(url);
    setBad(!isGood);
    const isNew = proxy.kind !== 'manual' || proxy.url !== url.trim();
    if (isGood && isNew) change({ proxy: { kind: 'manual', url: url.trim() } });
  }

  return (
    <div className="settings-card">
      <SaveStatus saved={saved} command={command} />
      <RadioGroup
        label={settingsWords.proxy}
        options={[
          { value: 'system', label: settingsWords.proxies.system },
          { value: 'none', label: settingsWords.proxies.none },
          { value: 'manual', label: settingsWords.proxies.manual },
        ]}
        value={kind}
        onChange={choose}
      />
      {kind === 'manual' ? (
        <div className="settings-under">
          <Field
            kind="url"
            label={settingsWords.proxyUrl}
            value={url}
            onChange={setUrl}
            onBlur={leaveUrl}
            hint={settingsWords.proxyUrlHint}
            error={isBad ? settingsWords.proxyUrlInvalid : null}
          />
        </div>
      ) : null}
      <CaFile />
    </div>
  );
}

export function isProxyUrl(text: string): boolean {
  const url = URL.parse(text.trim());
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
}

function CaFile() {
  const { caFile } = useApp();
  const choose = useCommand('app.chooseCaFile');
  const forget = useCommand('app.forgetCaFile');
  const failure = choose.failure ?? forget.failure;
  return (
    <div className="stack-small">
      <div className="field-label">{settingsWords.caFile}</div>
      <p className="selectable file-path">
        {caFile ?? <span className="muted">{settingsWords.caFileNone}</span>}
      </p>
      <p className="small faint">{settingsWords.caFileDescription}</p>
      <div className="row">
        <Button busy={choose.busy} onPress={() => void choose.run(undefined)}>
          {settingsWords.chooseCaFile}
        </Button>
        {caFile === null ? null : (
          <Button variant="quiet" busy={forget.busy} onPress={() => void forget.run(undefined)}>
            {settingsWords.removeCaFile}
          </Button>
        )}
      </div>
      {failure === null ? null : (
        <FailureNotice
          failure={failure}
          onDismiss={() => {
            choose.dismiss();
            forget.dismiss();
          }}
        />
      )}
    </div>
  );
}
