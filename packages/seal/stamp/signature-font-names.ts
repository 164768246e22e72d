/** Handwriting fonts (SIL Open Font License) from @expo-google-fonts/<name>. */
export const SIGNATURE_FONTS = ['dancing-script', 'caveat', 'marck-script'] as const;
export type SignatureFont = (typeof SIGNATURE_FONTS)[number];
