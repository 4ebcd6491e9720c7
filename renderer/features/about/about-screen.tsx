import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';

const aboutWords = words.about;
const things = ['licences', 'log', 'data-folder'] as const;

export function AboutScreen() {
  const { version, runtime, platform } = useApp();
  const show = useCommand('app.open');
  return (
    <Page title={aboutWords.title} about={aboutWords.description}>
      <Card label={aboutWords.title}>
        <div className="stack">
          <DescriptionList
            items={[
              [aboutWords.version, version],
              [aboutWords.runtime, runtime],
              [aboutWords.platform, platform],
            ]}
          />
          <div className="row">
            {things.map((target) => (
              <Button key={target} busy={show.busy} onPress={() => void show.run({ target })}>
                {aboutWords.open[target]}
              </Button>
            ))}
          </div>
          <p className="small faint">{aboutWords.opens}</p>
          {show.failure === null ? null : <FailureNotice failure={show.failure} onDismiss={show.dismiss} />}
        </div>
      </Card>
    </Page>
  );
}
