import type { DatabaseCheck } from '../views/database-check.ts';

type Asked = Omit<DatabaseCheck, 'reason'> & { readonly reason: NonNullable<DatabaseCheck['reason']> };

/** Why a person is asked for the database's name. */
export function databaseCheckText({
  reason,
  databaseId,
  databaseName,
  serverUrl,
  subject,
  usedBefore,
}: Asked): string {
  const others = new Intl.ListFormat('en-US').format(usedBefore.map((name) => `“${name}”`));
  const here = `“${databaseName}${serverUrl === undefined ? '' : ` (${serverUrl})`}”`;
  switch (reason) {
    case 'renamed':
      return `Database ${databaseId} was named ${others} at the last upload. Now it's named ${here}.`;
    case 'same-source':
      return `Earlier uploads of “${subject}” went to ${others}, not to ${here}.`;
    case 'same-custodian':
      return `Earlier uploads with custodian “${subject}” went to ${others}, not to ${here}.`;
    case 'nearby-source': {
      const name = subject?.split(/[/\\]/).findLast((part) => part !== '') ?? '';
      const parent = subject?.slice(0, subject.lastIndexOf(name)).replace(/[/\\]$/, '');
      return `Earlier uploads of what else is in “${parent}”, such as “${name}”, went to ${others}, not to ${here}.`;
    }
    case 'same-dataset':
      return `An earlier dataset named “${subject}” is in ${others}, not in ${here}.`;
    case 'new-database':
      return `Earlier uploads from this computer went to ${others}, never to ${here}.`;
    case 'similar-name':
      return `${here} has a name much like ${others}, which you can choose as well.`;
  }
}

/** What is at stake. */
export const wrongDatabaseText = "Evidence sent to the wrong database can't be taken back.";
