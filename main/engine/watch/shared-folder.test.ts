import { expect, test } from 'vitest';
import type { NamedWatchRule } from '../../../preload/contract/watched-folder.ts';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import type { WatchRuleId } from '../types/ids.ts';
import { refuseMovedAway } from './shared-folder.ts';

const serverUrl = 'https://review.example.com/';
const rule = (changes: Partial<NamedWatchRule>): NamedWatchRule => ({ ...watchedFolder().rule, ...changes });
const moving = { path: '/in', database: 7, afterwards: { moveTo: 'Sent' } } as const;

test.each<[string, Partial<NamedWatchRule>, Partial<NamedWatchRule>, boolean]>([
  ['the same folder, to another database', moving, { path: '/in', database: 8 }, true],
  ['the other way round', { path: '/in', database: 8 }, moving, true],
  ['a folder inside it', moving, { path: '/in/Doe', database: 8 }, true],
  ['a folder around it', moving, { path: '/', database: 8 }, true],
  ['both move', moving, { ...moving, database: 8 }, true],
  ['where it moves files', moving, { path: '/in/Sent', database: 8 }, false],
  ['a folder beside it', moving, { path: '/in 2', database: 8 }, false],
  ['a folder whose name begins with dots', moving, { path: '/in/..a', database: 8 }, true],
  ['the same database', moving, { path: '/in', database: 7 }, false],
  ['nothing is moved', { ...moving, afterwards: 'leave' }, { path: '/in', database: 8 }, false],
  ['patterns tell their files apart', { ...moving, include: ['*.pst'] }, { path: '/in', database: 8 }, false],
])('%s', (_, one, other, isRefused) => {
  const others = [
    { id: 2 as WatchRuleId, rule: rule({ ...other, name: 'Other' }), serverUrl, state: 'active' as const },
  ];
  const refused = refuseMovedAway(rule(one), { id: 1, serverUrl }, others);
  expect(refused.ok).toBe(!isRefused);
  if (!refused.ok) expect(refused.failure).toMatchObject({ field: 'afterwards', value: 'Other' });
  const paused = others.map((each) => ({ ...each, state: 'paused' as const }));
  expect(refuseMovedAway(rule(one), { id: 1, serverUrl }, paused).ok).toBe(true);
});

test('a rule is not in its own way when it gets another database', () => {
  const own = { id: 1 as WatchRuleId, rule: rule(moving), serverUrl, state: 'active' } as const;
  expect(refuseMovedAway(rule({ ...moving, database: 8 }), { id: 1, serverUrl }, [own]).ok).toBe(true);
});
