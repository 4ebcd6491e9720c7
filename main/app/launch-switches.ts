/**
 * Switches with which the installed application doesn't start. Chromium has more than a thousand; some open a debugging
 * port, turn off the sandbox or the checking of certificates, or load other code. So the list says which are harmless.
 * Electron's fuses (build/fuses.ts) already make the installed application ignore ELECTRON_RUN_AS_NODE, NODE_OPTIONS,
 * NODE_EXTRA_CA_CERTS, and --inspect. They leave Chromium's switches alone. Pure.
 */
const harmless = new Set([
  'state',
  // Started at sign-in, without a window.
  'hidden',
  // How it is displayed.
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-software-rasterizer',
  'disable-dev-shm-usage',
  'enable-wayland-ime',
  'force-device-scale-factor',
  'force-high-contrast',
  'force-renderer-accessibility',
  'gtk-version',
  'high-dpi-support',
  'lang',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
  // Which keychain Linux has. Lading recognizes one that doesn't encrypt.
  'password-store',
  // Added by the installer, by an AppImage, and by Windows for a notification.
  'updated',
  'appimage-extract-and-run',
  'embedding',
  'toastactivated',
]);

/**
 * Switches that Chromium itself is asked about once it has read its arguments, in case it reads them otherwise than this
 * module, or has them from elsewhere (ELECTRON_DISABLE_SANDBOX). Electron sets none of them on its own.
 */
const dangerous = [
  'allow-insecure-localhost',
  'browser-subprocess-path',
  'disable-site-isolation-trials',
  'disable-web-security',
  'gpu-launcher',
  'host-resolver-rules',
  'host-rules',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'inspect',
  'inspect-brk',
  'js-flags',
  'load-extension',
  'log-net-log',
  'no-proxy-server',
  'no-sandbox',
  'proxy-auto-detect',
  'proxy-bypass-list',
  'proxy-pac-url',
  'proxy-server',
  'remote-allow-origins',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'renderer-cmd-prefix',
  'single-process',
  'ssl-key-log-file',
  'unsafely-treat-insecure-origin-as-secure',
  'utility-cmd-prefix',
];

/**
 * As Chromium reads them: `-name` is a switch too, and on Windows `/name`, also as the value of `--state`, which has to be
 * `--state=/name` there. Chromium drops blanks at both ends of an argument and Node doesn't, so a switch with blanks is
 * refused whatever it is. Nothing after `--` is one. `hasSwitch` asks Chromium.
 */
export function refusedSwitches(
  args: readonly string[],
  platform: NodeJS.Platform,
  hasSwitch: (name: string) => boolean,
): string[] {
  const end = args.indexOf('--');
  const before = end === -1 ? args : args.slice(0, end);
  const isSwitch = platform === 'win32' ? /^(--?|\/)(?=[^=])([^=]*)/ : /^(--?)(?=[^=])([^=]*)/;
  const given = before.flatMap((arg) => {
    const trimmed = arg.trim();
    const [found, , name = ''] = isSwitch.exec(trimmed) ?? [];
    const isAccepted = found === undefined || (trimmed === arg && harmless.has(name.toLowerCase()));
    return isAccepted ? [] : [found];
  });
  const names = given.map((each) => each.replace(/^(--?|\/)/, '').toLowerCase());
  const others = dangerous.filter((name) => !names.includes(name) && hasSwitch(name));
  return [...given, ...others.map((name) => `--${name}`)];
}
