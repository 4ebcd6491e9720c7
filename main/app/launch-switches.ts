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

/** As Chromium reads them: `-name` is a switch too, and on Windows `/name`. Nothing after `--` is one. */
export function refusedSwitches(args: readonly string[], platform: NodeJS.Platform): string[] {
  const end = args.indexOf('--');
  const before = end === -1 ? args : args.slice(0, end);
  const isSwitch = platform === 'win32' ? /^(--?|\/)(?=[^=])([^=]*)/ : /^(--?)(?=[^=])([^=]*)/;
  return before.flatMap((arg, index) => {
    const [, prefix = '', name = ''] = isSwitch.exec(arg) ?? [];
    if (prefix === '' || harmless.has(name.toLowerCase())) return [];
    // The value of `--state DIR`.
    if (prefix === '/' && before[index - 1] === '--state') return [];
    return [`${prefix}${name}`];
  });
}
