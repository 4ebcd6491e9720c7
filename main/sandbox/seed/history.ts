import { seededRandom } from '../seeded-random.ts';
import type { OrganizationPermission } from '../store/accounts.ts';
import type { EventRow, NewEvent } from '../store/events.ts';
import { eventDescriptions } from '../words.ts';
import { historyMs, organizationId, roleUsers } from './accounts.ts';
import { firstPersonId, people, permissionsOf } from './people.ts';
import type { SetRow } from './step.ts';

interface Person {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly permissions: readonly OrganizationPermission[];
}

type PastEvent = NewEvent & Pick<EventRow, 'timestampMs'>;

const dayMs = 86_400_000;
const historyDays = historyMs / dayMs;

/** Three years of activity that ends before the first start, so that a log has something to page through. */
export function seedHistory(setRow: SetRow, firstStart: Date): void {
  const today = Math.floor(firstStart.getTime() / dayMs) * dayMs;
  const members = new Map<number, Person[]>();
  for (const { id, organizationId, name, permissions = [] } of roleUsers) {
    const person = { id, firstName: name[0], lastName: name[1], permissions };
    members.set(organizationId, [...(members.get(organizationId) ?? []), person]);
  }
  const others = people.map(([firstName, lastName], index) => ({
    id: firstPersonId + index,
    firstName,
    lastName,
    permissions: permissionsOf[firstPersonId + index] ?? [],
  }));
  const events = [...members].flatMap(([id, admins]) =>
    eventsOf(id, id === organizationId ? [...admins, ...others] : admins, today - historyMs),
  );
  // An id is given when an event is written, so ids are in the order of time.
  events.sort((a, b) => a.timestampMs - b.timestampMs);
  for (const { data, ...event } of events) setRow('events', { ...event, data: JSON.stringify(data) });
}

/** On workdays people log in; once a quarter an admin sets the permissions of everyone in one go. */
function eventsOf(organizationId: number, members: readonly Person[], startMs: number): readonly PastEvent[] {
  const random = seededRandom(organizationId);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const [admin] = members;
  if (admin === undefined) return [];
  const events: PastEvent[] = [];
  const add = (
    timestampMs: number,
    userId: number,
    event: Omit<NewEvent, 'organizationId' | 'userId'>,
  ): void => {
    events.push({ organizationId, timestampMs, userId, ...event });
  };
  for (const { id: userId, permissions, ...user } of members) {
    add(startMs, admin.id, {
      type: 'MEMBER_ADDED',
      description: eventDescriptions.memberAdded(user),
      data: { userId, permissions },
    });
  }
  for (let day = 1; day < historyDays; day += 1) {
    const dayStartMs = startMs + day * dayMs;
    const timeMs = (): number => dayStartMs + Math.floor((8 + random() * 10) * 3_600_000);
    const weekday = new Date(dayStartMs).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const logins = Math.ceil(random() * Math.min(6, members.length));
    for (let login = 0; login < logins; login += 1) {
      const user = pick(members) ?? admin;
      add(timeMs(), user.id, {
        type: 'USER_LOGGED_IN',
        description: eventDescriptions.userLoggedIn(user),
        data: {},
      });
    }
    const week = Math.floor(day / 7);
    if (weekday === 2 && week % 26 === 1) {
      const keyName = `Automation ${Math.ceil(week / 26)}`;
      const description = eventDescriptions.apiKeyCreated(keyName);
      add(timeMs(), admin.id, { type: 'API_KEY_CREATED', description, data: { keyName } });
    }
    if (weekday === 1 && week % 13 === 0) addPermissionReview(timeMs());
  }
  return events;

  /** One request that changes many members: its events have the same time. */
  function addPermissionReview(timestampMs: number): void {
    if (admin === undefined) return;
    for (const { id: userId, permissions, ...user } of members.slice(1)) {
      add(timestampMs, admin.id, {
        type: 'MEMBER_PERMISSIONS_CHANGED',
        description: eventDescriptions.memberPermissionsChanged(user, permissions),
        data: { userId, permissions, previousPermissions: permissions },
      });
    }
  }
}
