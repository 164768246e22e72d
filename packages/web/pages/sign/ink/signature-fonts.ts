import type { SignatureFont } from '@countersign/seal/signature-fonts';

/** Of signature-fonts.css; loaded on first use. */
const FAMILIES: Readonly<Record<SignatureFont, string>> = {
  'dancing-script': 'Dancing Script',
  caveat: 'Caveat',
  'marck-script': 'Marck Script',
};

/** As stamped. */
export function fontFamily(font: SignatureFont): string {
  return `"${FAMILIES[font]}", "Noto Sans", system-ui, sans-serif`;
}
