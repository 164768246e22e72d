type Modules = readonly (readonly boolean[])[];

/** A service encodes one address, again for each document. */
let last: { readonly text: string; readonly modules: Modules } | undefined;

/** Returns the rows of a QR code (ISO/IEC 18004), dark modules as true, without its quiet zone. The encoder is loaded on demand. */
export async function encodeQrCode(text: string): Promise<Modules> {
  if (last?.text === text) return last.modules;
  const { encode } = await import('uqr');
  const modules = encode(text, { ecc: 'M', border: 0 }).data;
  last = { text, modules };
  return modules;
}
