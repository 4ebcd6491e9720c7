/** Electron's switches that are burnt into the program. Every one has its value here; a new one does not compile. */
import { FuseV1Options, FuseVersion } from '@electron/fuses';
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

/** electron-builder's own option knows all but the newest fuse; this one refuses an Electron that has more. */
export default async function afterPack(context: AfterPackContext): Promise<void> {
  await context.packager.addElectronFuses(context, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // An Apple computer does not start what was changed after it was signed, be it only for this computer.
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin',
    ...fuses,
  });
}
