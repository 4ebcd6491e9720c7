import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/asking.ts';
import { useApp } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';

const say = words.about;
const pages = ['licences', 'help', 'website'] as const;

export function AboutScreen() {
  const { version, runtime, platform } = useApp();
  const open = useCommand('app.openExternal');
  return (
    <Page title={say.title} about={say.what}>
      <Card label={say.title}>
        <div className="stack">
          <Facts
            facts={[
              [say.version, version],
              [say.runtime, runtime],
              [say.platform, platform],
            ]}
          />
          <div className="row">
            {pages.map((page) => (
              <Button key={page} busy={open.busy} onPress={() => void open.run({ page })}>
                {say[page]}
              </Button>
            ))}
            <span className="small faint">{say.opens}</span>
          </div>
          {open.failure === null ? null : <FailureNotice failure={open.failure} onDismiss={open.dismiss} />}
        </div>
      </Card>
    </Page>
  );
}
