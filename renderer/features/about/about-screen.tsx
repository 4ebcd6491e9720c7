import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/asking.ts';
import { useApp } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';

const say = words.about;
const things = ['licenses', 'log', 'data-folder'] as const;

export function AboutScreen() {
  const { version, runtime, platform } = useApp();
  const show = useCommand('app.open');
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
            {things.map((target) => (
              <Button key={target} busy={show.busy} onPress={() => void show.run({ target })}>
                {say[target]}
              </Button>
            ))}
          </div>
          <p className="small faint">{say.opens}</p>
          {show.failure === null ? null : <FailureNotice failure={show.failure} onDismiss={show.dismiss} />}
        </div>
      </Card>
    </Page>
  );
}
