import type { SignatureFont } from '@countersign/signing/signature-fonts';

/** Families of signature-fonts.css; the browser fetches a font when text in it is first shown. */
const FAMILIES: Readonly<Record<SignatureFont, string>> = {
  'dancing-script': 'Dancing Script',
  caveat: 'Caveat',
  'marck-script': 'Marck Script',
};

/** As the service stamps it: what the font has not is drawn in print. */
export function fontFamily(font: SignatureFont): string {
  return `"${FAMILIES[font]}", "Noto Sans", system-ui, sans-serif`;
}
