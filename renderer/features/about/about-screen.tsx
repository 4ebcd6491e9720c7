import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';

const aboutWords = words.about;
const openTargets = ['licenses', 'log', 'data-folder'] as const;

export function AboutScreen() {
  const { version, runtime, platform } = useApp();
  const open = useCommand('app.open');
  return (
    <Page title={aboutWords.title} about={aboutWords.description}>
      <Card label={aboutWords.title}>
        <div className="stack">
          <DescriptionList
            items={[
              [aboutWords.version, version],
              [aboutWords.runtime, runtime],
              [aboutWords.platform, aboutWords.platforms[platform] ?? platform],
            ]}
          />
          <div className="row">
            {openTargets.map((target) => (
              <Button key={target} busy={open.busy} onPress={() => void open.run({ target })}>
                {aboutWords.open[target]}
              </Button>
            ))}
          </div>
          <p className="small faint">{aboutWords.opens}</p>
          {open.failure === null ? null : <FailureNotice failure={open.failure} onDismiss={open.dismiss} />}
        </div>
      </Card>
    </Page>
  );
}
