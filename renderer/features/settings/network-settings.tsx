import { useState } from 'react';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { parseManualProxy } from '../../../preload/contract/proxy-url.ts';
import type { Preferences } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { together, useCommand } from '../../state/use-command.ts';
import { useFileCommand } from '../../state/use-file-command.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { CertificateList } from './certificate-list.tsx';
import { SaveStatus } from './save-status.tsx';
import { usePreferences } from './use-preferences.ts';
import './settings.css';

const settingsWords = words.settings;
type Proxy = Preferences['proxy'];

/** Proxy and certificates. Also shown when connecting fails. */
export function NetworkSettings() {
  const { preferences } = useApp();
  const { proxy } = preferences;
  const { change, saved, command } = usePreferences();
  const [kind, setKind] = useState<Proxy['kind']>(proxy.kind);
  const [url, setUrl] = useState(proxy.kind === 'manual' ? proxy.url : '');
  const [problem, setProblem] = useState<string | null>(null);

  async function save(next: Proxy) {
    const answer = await change({ proxy: next });
    // A proxy that a person declined isn't in use, so it isn't shown as chosen either.
    if (answer.ok || answer.failure.code !== 'proxy-not-confirmed') return;
    setKind(proxy.kind);
    setUrl(proxy.kind === 'manual' ? proxy.url : '');
  }
  function choose(next: Proxy['kind']) {
    setKind(next);
    // A custom proxy is saved once it has an address.
    if (next !== 'manual') void save({ kind: next });
    else if (parseManualProxy(url).ok) void save({ kind: next, url: url.trim() });
  }
  function commitUrl() {
    const parsed = parseManualProxy(url);
    setProblem(parsed.ok ? null : failureText(parsed.failure));
    const isChanged = proxy.kind !== 'manual' || proxy.url !== url.trim();
    if (parsed.ok && isChanged) void save({ kind: 'manual', url: url.trim() });
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
        <div className="settings-indent">
          <Field
            kind="url"
            label={settingsWords.proxyUrl}
            value={url}
            onChange={setUrl}
            onBlur={commitUrl}
            hint={settingsWords.proxyUrlHint}
            error={problem}
          />
        </div>
      ) : null}
      <Certificates />
    </div>
  );
}

function Certificates() {
  const { certificates } = useApp();
  const choose = useFileCommand('certificates', 'app.trustCertificates');
  const remove = useCommand('app.forgetCaFile');
  const { failure, dismiss } = together(choose, remove);
  return (
    <div className="settings-stack">
      <div className="field-label">{settingsWords.caFile}</div>
      {certificates.length === 0 ? <p className="muted">{settingsWords.caFileNone}</p> : null}
      <CertificateList certificates={certificates} />
      <p className="small faint">{settingsWords.caFileDescription}</p>
      <div className="row">
        <Button busy={choose.busy} onPress={() => void choose.run((path) => ({ path }))}>
          {settingsWords.chooseCaFile}
        </Button>
        {certificates.length === 0 ? null : (
          <Button variant="quiet" busy={remove.busy} onPress={() => void remove.run(undefined)}>
            {settingsWords.removeCaFile}
          </Button>
        )}
      </div>
      <FailureNotice failure={failure} onDismiss={dismiss} />
    </div>
  );
}
