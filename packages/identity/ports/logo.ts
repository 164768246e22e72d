/** Draws an uploaded PNG or JPEG anew, as a small PNG without metadata. Resolves with null if it is not one. */
export type EncodeLogo = (bytes: Uint8Array) => Promise<Uint8Array | null>;
