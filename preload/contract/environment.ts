type Environment = Readonly<Record<string, string | undefined>>;

/** Home and temporary folder, locale and time zone. */
const everywhere = ['HOME', 'TMPDIR', 'TMP', 'TEMP', 'TZ', 'LANG', 'LANGUAGE'];
/** The locale, and what says how Lading was called: `npm_command`. */
const named = /^(?:LC_[A-Z]+|npm_command)$/;

const bySystem: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  // Sockets and cryptography need SystemRoot. The loader finds libraries by Path. The user's domain tells users of the same
  // name apart where a folder is restricted to one.
  win32: [
    ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'PATH', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'USERNAME'],
    ...['USERDOMAIN', 'LOCALAPPDATA', 'APPDATA', 'PROGRAMDATA'],
  ],
  darwin: ['USER', 'LOGNAME', '__CF_USER_TEXT_ENCODING'],
  // An AppImage brings libraries. The resolver of glibc is configured by the other two.
  linux: ['USER', 'LOGNAME', 'LD_LIBRARY_PATH', 'RES_OPTIONS', 'LOCALDOMAIN'],
};

/**
 * The environment of a process that Lading starts: what its runtime needs, and nothing else. An API key of the command
 * line, another program's secrets and whatever changes Node (NODE_OPTIONS, NODE_TLS_REJECT_UNAUTHORIZED) stay behind.
 * Pure.
 */
export function childEnvironment(
  platform: NodeJS.Platform,
  env: Environment,
): Readonly<Record<string, string>> {
  const allowed = new Set([...everywhere, ...(bySystem[platform] ?? [])]);
  // Windows ignores the case of a name.
  const isAllowed = (name: string) => allowed.has(platform === 'win32' ? name.toUpperCase() : name);
  const kept = Object.entries(env).filter(
    ([name, value]) => value !== undefined && (isAllowed(name) || named.test(name)),
  );
  // Never empty: Electron would pass on its whole environment instead.
  return { NODE_TLS_REJECT_UNAUTHORIZED: '1', ...Object.fromEntries(kept) };
}

/**
 * The environment of this run. The key is taken out of the process's own, so that no thread, child or crash report gets
 * it. So is the variable that turns off the verification of certificates: it has no effect here, but Node would print
 * that it has.
 */
export function takeEnvironment(own: Record<string, string | undefined>): Environment {
  const env = { ...own };
  for (const name of Object.keys(own))
    if (/^(?:LADING_API_KEY|NODE_TLS_REJECT_UNAUTHORIZED)$/i.test(name)) delete own[name];
  return env;
}
