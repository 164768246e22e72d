import { HASH } from './characters.ts';

/** `#xx`, in a raw name without the slash; any other `#` stays (7.3.5). */
export function nameBytes(raw: Uint8Array): Uint8Array {
  if (!raw.includes(HASH)) return raw;
  const bytes = new Uint8Array(raw.length);
  let length = 0;
  for (let at = 0; at < raw.length; length += 1) {
    const code = raw[at] === HASH ? hexPair(raw, at + 1) : undefined;
    bytes[length] = code ?? (raw[at] as number);
    at += code === undefined ? 1 : 3;
  }
  return bytes.subarray(0, length);
}

function hexPair(bytes: Uint8Array, at: number): number | undefined {
  const high = hexDigit(bytes[at]);
  const low = hexDigit(bytes[at + 1]);
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function hexDigit(byte: number | undefined): number | undefined {
  const value = Number.parseInt(String.fromCharCode(byte ?? 0), 16);
  return Number.isNaN(value) ? undefined : value;
}
