/** Electron's switches that are burnt into the program. Every one has its value here; a new one does not compile. */
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

export const fuses = {
  // Nobody runs other programs with Lading's name and rights.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // What runs is what was signed.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.EnableCookieEncryption]: true,
  // One snapshot serves both kinds of process; there is none of our own.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The window is served by app:, never from file:.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // V8's usual way to check WebAssembly's bounds.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies Record<FuseV1Options, boolean>;

/** electron-builder's own option does not know every fuse; this refuses an Electron that has more than are named here. */
export default async function afterPack(context: AfterPackContext): Promise<void> {
  const isForMac = context.electronPlatformName === 'darwin';
  await flipFuses(join(context.appOutDir, programOf(context)), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // An Apple computer does not start what was changed after it was signed, be it only for this computer.
    resetAdHocDarwinSignature: isForMac && process.platform === 'darwin',
    ...fuses,
  });
}

function programOf({ packager, electronPlatformName }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return `${productFilename}.app`;
  if (electronPlatformName === 'win32') return `${productFilename}.exe`;
  return packager.platformSpecificBuildOptions.executableName ?? productFilename;
}
