import { failure, success } from '../../../../preload/contract/failures/failure.ts';
import { listPartialProjects } from '../../platform/database-access.ts';
import { listDatabases } from '../../platform/find-database.ts';
import { loadProfile } from '../../platform/profile-file.ts';
import { closeSessionWhenIdle } from '../../uploads/context/connect.ts';
import { lastUploadTo, readDatabaseFacts } from '../../uploads/prepare/databases.ts';
import { findPlatform, type HandlerContext, type HandlersOf } from '../handler-context.ts';
import { acceptedValues, settingOptions } from '../setting-options.ts';

/** A person waits for these. */
const listOptions = { giveUpAfterMs: 60_000 } as const;

export function connectionHandlers(
  context: HandlerContext,
): HandlersOf<'connections' | 'databases' | 'processingSettings' | 'profiles'> {
  const { engine, core, connections, publisher, watch } = context;

  return {
    'connections.open': async (connection) => {
      const connected = await engine.connect(connection);
      if (!connected.ok) return connected;
      const account = connected.value;
      const earlier = connections.open(connection, account);
      // Uploads must not find the session of a key that was replaced, usually because it was refused.
      if (earlier !== null && !connections.isUsed(earlier)) closeSessionWhenIdle(core, earlier);
      for (const upload of engine.uploads())
        if (upload.serverUrl === account.serverUrl) publisher.changed(upload.id);
      watch.connectionsChanged();
      const platform = findPlatform(context, connection.connectionId);
      return platform.ok ? success({ ...account, form: await platform.value.form() }) : platform;
    },
    'connections.close': async ({ connectionId }) => {
      const closed = connections.close(connectionId);
      if (closed !== null && !connections.isUsed(closed.account)) await engine.disconnect(closed.account);
      return success(undefined);
    },
    'databases.list': async ({ connectionId }) => {
      const platform = findPlatform(context, connectionId);
      if (!platform.ok) return platform;
      const databases = await listDatabases(platform.value, listOptions);
      return databases.ok ? success(databases.value.map(({ id, name }) => ({ id, name }))) : databases;
    },
    'databases.partialProjects': async ({ connectionId, databaseId }) => {
      const platform = findPlatform(context, connectionId);
      if (!platform.ok) return platform;
      const projects = await listPartialProjects(platform.value, databaseId, listOptions);
      return projects.ok ? success([...projects.value]) : projects;
    },
    'databases.status': async ({ connectionId, databaseId }) => {
      const platform = findPlatform(context, connectionId);
      const connection = connections.find(connectionId);
      if (!platform.ok) return platform;
      if (!connection.ok) return connection;
      const { account } = connection.value;
      const facts = await readDatabaseFacts(platform.value, databaseId, new AbortController().signal);
      return success({ ...facts, lastUpload: lastUploadTo(engine.uploads(), account, databaseId) });
    },
    'processingSettings.list': async ({ connectionId }) => {
      const connection = connections.find(connectionId);
      if (!connection.ok) return connection;
      const { serverUrl } = connection.value;
      const platform = core.sessions.find(connection.value)?.platform;
      if (platform === undefined) return failure('server-not-connected', { serverUrl });
      const { form } = await platform.form();
      const uploads = core.repositories.uploads.all();
      return success(
        await Promise.all(
          platform.profile.datasetSettings.map(async (setting) => {
            const { field, label, kind, default: preset, known } = setting;
            const options = await settingOptions(setting, acceptedValues(uploads, serverUrl, field));
            const isOffered = setting.form === 'base' || form === 'extended';
            return { field, label, kind, options, default: preset ?? null, known, isOffered };
          }),
        ),
      );
    },
    'profiles.read': async ({ path }) => {
      const profile = await loadProfile(path);
      return profile.ok ? success({ name: profile.value.name }) : profile;
    },
  };
}
