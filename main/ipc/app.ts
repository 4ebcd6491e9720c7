import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { RendererFault } from '../../preload/contract/index.ts';
import { parseManualProxy } from '../../preload/contract/proxy-url.ts';
import type { OfferedCommand } from '../../preload/contract/views/menu.ts';
import { describeCertificates } from '../app/certificates.ts';
import type { LoginItem } from '../app/login-item.ts';
import type { AppSettings } from '../app/settings.ts';
import type { Updates } from '../updates/updates.ts';
import type { Dialogs } from '../window/dialogs.ts';
import type { OpenTarget } from '../window/open-target.ts';
import { certificateQuestion, proxyQuestion } from '../window/trust-questions.ts';
import type { MainHandlers } from './dispatcher.ts';

export interface AppDependencies {
  readonly dialogs: Pick<Dialogs, 'confirm'>;
  readonly settings: Pick<AppSettings, 'view' | 'setPreferences' | 'trustCertificates'>;
  readonly readCaFile: (path: string) => Promise<Result<string>>;
  readonly log: (message: string) => void;
  readonly openTarget: (target: OpenTarget) => Promise<Result<undefined>>;
  readonly onCommandsOffered: (commands: readonly OfferedCommand[]) => void;
  readonly reportFault: (fault: RendererFault) => void;
  readonly loginItem: LoginItem;
  readonly updates: Pick<Updates, 'check' | 'download' | 'install'>;
}

type Names =
  | 'preferences.set'
  | 'app.trustCertificates'
  | 'app.forgetCaFile'
  | 'app.open'
  | 'app.reportFault'
  | 'loginItem.get'
  | 'loginItem.set'
  | 'menu.offer'
  | 'updates.check'
  | 'updates.download'
  | 'updates.install';

export function appHandlers(dependencies: AppDependencies): MainHandlers<Names> {
  const { dialogs, settings, updates } = dependencies;
  return {
    async 'preferences.set'(preferences) {
      const before = settings.view().preferences.proxy;
      const { proxy } = preferences;
      if (proxy.kind === 'manual' && (before.kind !== 'manual' || before.url !== proxy.url)) {
        const address = parseManualProxy(proxy.url);
        if (!address.ok) return address;
        const isConfirmed = await dialogs.confirm(proxyQuestion(new URL(address.value)));
        if (!isConfirmed) return failure('proxy-not-confirmed');
      }
      return settings.setPreferences(preferences);
    },
    async 'app.trustCertificates'({ path }) {
      const read = await dependencies.readCaFile(path);
      if (!read.ok) return read;
      const described = describeCertificates(read.value);
      if (!(await dialogs.confirm(certificateQuestion(described, 'servers'))))
        return failure('certificate-not-confirmed');
      for (const { subject, fingerprint } of described)
        dependencies.log(`A person trusted the certificate authority ${subject}, SHA-256 ${fingerprint}.`);
      return settings.trustCertificates(read.value);
    },
    'app.forgetCaFile': () => settings.trustCertificates(null),
    'app.open': ({ target }) => dependencies.openTarget(target),
    async 'app.reportFault'(fault) {
      dependencies.reportFault(fault);
      return success(undefined);
    },
    'loginItem.get': () => dependencies.loginItem.view(),
    async 'loginItem.set'({ enabled }) {
      dependencies.log(`A person turned ${enabled ? 'on' : 'off'} that Lading starts at sign-in.`);
      return dependencies.loginItem.set(enabled);
    },
    async 'menu.offer'({ commands }) {
      dependencies.onCommandsOffered(commands);
      return success(undefined);
    },
    'updates.check': () => updates.check(),
    'updates.download': () => updates.download(),
    'updates.install': () => updates.install(),
  };
}
