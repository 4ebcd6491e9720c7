import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

const aboutWords = words.about;
const openTargets = ['licenses', 'log', 'data-folder'] as const;

export function About() {
  const { version, runtime, platform } = useApp();
  const open = useCommand('app.open');
  return (
    <div className="stack">
      <p>{aboutWords.description}</p>
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
  );
}
