import type { CertificateView } from '../../../preload/contract/views/views.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { DescriptionList } from '../../ui/description-list.tsx';

const settingsWords = words.settings;

/** Certificates that a person trusts, to be compared with what their issuer published. */
export function CertificateList({ certificates }: { readonly certificates: readonly CertificateView[] }) {
  return certificates.map(({ subject, issuer, validTo, fingerprint }) => (
    <DescriptionList
      key={fingerprint}
      items={[
        [settingsWords.certificate.subject, subject],
        [settingsWords.certificate.issuer, issuer],
        [settingsWords.certificate.validTo, time(validTo)],
        [
          settingsWords.certificate.fingerprint,
          <span key="sha256" className="mono">
            {fingerprint}
          </span>,
        ],
      ]}
    />
  ));
}
