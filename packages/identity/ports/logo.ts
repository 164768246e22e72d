/** As a small PNG without metadata. Null if it is neither PNG nor JPEG. */
export type EncodeLogo = (bytes: Uint8Array) => Promise<Uint8Array | null>;
