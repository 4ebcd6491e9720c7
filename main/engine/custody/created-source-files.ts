/**
 * Which source file the platform created last for each file and each pack, with which custodian, and for which members its
 * completion was requested, according to the log. Holds those that aren't complete.
 */
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../types/canonical-json.ts';

export function createCreatedSourceFiles() {
  const created = new Map<string, JsonObject>();
  return {
    add: (data: JsonObject): void => void created.set(targetOf(data), data),
    /** The members of a pack, recorded when its completion was requested. */
    addMembers(data: JsonObject): void {
      const of = targetOf(data);
      created.set(of, { ...created.get(of), membersSha256: data['membersSha256'] ?? null });
    },
    /** Returns what was created for what is complete now. It is empty where the log doesn't have it. */
    take(data: JsonObject): JsonObject {
      const of = targetOf(data);
      const last = created.get(of) ?? {};
      created.delete(of);
      return last;
    },
  };
}

function targetOf({ item = null, pack = null }: JsonObject): string {
  return canonicalJson([item, pack]);
}

/** Whether what is complete is what was created. Logs of earlier versions have no custodian there, and no members of a pack. */
export function isAsCreated(created: JsonObject, completed: JsonObject): boolean {
  return ['sourceFileId', 'custodian', 'membersSha256'].every(
    (name) => created[name] === undefined || created[name] === completed[name],
  );
}

/** The custodian that went with a file of a pack: that of its folder, else the pack's. Undefined where the log doesn't have it. */
export function sentCustodian(
  { custodian, childCustodians }: JsonObject,
  path: string,
): JsonValue | undefined {
  if (custodian === undefined || !isJsonObject(childCustodians)) return custodian;
  const folder = `${path.slice(0, Math.max(0, path.lastIndexOf('/')))}/`;
  return Object.hasOwn(childCustodians, folder) ? childCustodians[folder] : custodian;
}
