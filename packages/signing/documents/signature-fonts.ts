/** Handwriting that a typed name can be stamped in; the first is used when the signee's page names none. */
export const SIGNATURE_FONTS = ['dancing-script', 'caveat', 'marck-script'] as const;
export type SignatureFont = (typeof SIGNATURE_FONTS)[number];
