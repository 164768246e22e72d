/** Returns the rows of a QR code (ISO/IEC 18004), dark modules as true, without its quiet zone. The encoder is loaded on demand. */
export async function encodeQrCode(text: string): Promise<readonly (readonly boolean[])[]> {
  const { encode } = await import('uqr');
  return encode(text, { ecc: 'M', border: 0 }).data;
}
