/** Electron's fuses: switches set in the executable. Every fuse has a value here; a new one fails to compile. */
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

export const fuses = {
  // Nobody can run other programs under Lading's name and signature.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Only the signed code runs.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.EnableCookieEncryption]: true,
  // Lading has no snapshot of its own.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The window is loaded from app:, never from file:.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // V8's default way to check WebAssembly bounds.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies Record<FuseV1Options, boolean>;

/** electron-builder's own option doesn't know every fuse. `strictlyRequireAllFuses` refuses an Electron with fuses we don't name. */
export default async function afterPack(context: AfterPackContext): Promise<void> {
  const isForMac = context.electronPlatformName === 'darwin';
  await flipFuses(join(context.appOutDir, executableName(context)), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // macOS doesn't start a program that changed after it was signed, even ad hoc.
    resetAdHocDarwinSignature: isForMac && process.platform === 'darwin',
    ...fuses,
  });
}

function executableName({ packager, electronPlatformName }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return `${productFilename}.app`;
  if (electronPlatformName === 'win32') return `${productFilename}.exe`;
  return packager.platformSpecificBuildOptions.executableName ?? productFilename;
}
