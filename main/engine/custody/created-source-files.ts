/**
 * Which source file the platform created last for each file and each pack, and with which custodian, according to the log.
 * Holds those that aren't complete.
 */
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../types/canonical-json.ts';

export function createCreatedSourceFiles() {
  const created = new Map<string, JsonObject>();
  return {
    add: (data: JsonObject): void => void created.set(targetOf(data), data),
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

/** Whether what is complete is what was created. Logs of earlier versions have no custodian there. */
export function isAsCreated(created: JsonObject, completed: JsonObject): boolean {
  return ['sourceFileId', 'custodian'].every(
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
