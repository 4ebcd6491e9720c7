/** CRC-32 of one byte, without the inversions that zlib's has. */
const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

function crcStep(crc: number, byte: number): number {
  return (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
}

/** PKZIP's traditional cipher (APPNOTE 6.1). Bytes must be given in their order. */
export class ZipCrypto {
  #key0 = 0x12345678;
  #key1 = 0x23456789;
  #key2 = 0x34567890;

  constructor(password: Uint8Array) {
    for (const byte of password) this.#update(byte);
  }

  decrypt(bytes: Uint8Array): Buffer {
    const plain = Buffer.allocUnsafe(bytes.length);
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = (bytes[index] ?? 0) ^ this.#keystreamByte();
      plain[index] = byte;
      this.#update(byte);
    }
    return plain;
  }

  #keystreamByte(): number {
    const mixed = (this.#key2 | 2) & 0xffff;
    return (Math.imul(mixed, mixed ^ 1) >>> 8) & 0xff;
  }

  #update(byte: number): void {
    this.#key0 = crcStep(this.#key0, byte);
    this.#key1 = (Math.imul(this.#key1 + (this.#key0 & 0xff), 134_775_813) + 1) | 0;
    this.#key2 = crcStep(this.#key2, this.#key1 >>> 24);
  }
}
