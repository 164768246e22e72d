/** The first is the default. */
export const SIGNATURE_FONTS = ['dancing-script', 'caveat', 'marck-script'] as const;
export type SignatureFont = (typeof SIGNATURE_FONTS)[number];
