import { realpathSync, statfsSync } from 'node:fs';

/** As statfs on Linux gives them. File systems in user space (FUSE) may be on a network, and report no changes made there. */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2
  0x65735546, // FUSE
  0x01021997, // 9P
  0x5346414f, // AFS
  0x73757245, // Coda
  0x00c36400, // Ceph
  0x47504653, // GPFS
  0x0bd00bd0, // Lustre
  0x786f4256, // VirtualBox shared folders
]);

/**
 * Whether changes that others make in this folder are not reported to this computer. A drive letter of Windows is followed
 * to its share. Throws the system's error if the folder can't be examined.
 */
export function isOnNetwork(path: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32') return /^[\\/]{2}(?![?.][\\/](?!UNC))/i.test(realpathSync.native(path));
  if (platform !== 'linux') return false;
  // Negative where the number has its highest bit set.
  return networkTypes.has(statfsSync(path).type >>> 0);
}
