import { shortcutsOn } from '../../../preload/contract/views/menu.ts';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import '../../ui/table.css';

const helpWords = words.help;

/** The keys of the menus' commands. */
export function Shortcuts() {
  const [everywhere = [], onScreens = []] = shortcutsOn(useApp().platform);
  const groups = [
    { heading: helpWords.everywhere, shortcuts: everywhere },
    { heading: helpWords.onSomeScreens, shortcuts: onScreens },
  ];
  return (
    <div className="stack">
      {groups.map(({ heading, shortcuts }) => (
        <section key={heading} aria-label={heading}>
          <h3>{heading}</h3>
          <table className="table">
            <thead>
              <tr>
                <th>{helpWords.command}</th>
                <th>{helpWords.keys}</th>
              </tr>
            </thead>
            <tbody>
              {shortcuts.map(({ label, keys }) => (
                <tr key={label}>
                  <td>{label}</td>
                  <td>
                    <kbd>{keys}</kbd>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      <p className="muted">{helpWords.lists}</p>
    </div>
  );
}
