/** In this order: later ones occur in the names of earlier ones. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** `Firefox, Windows`; undefined if not known. */
export function nameBrowser(userAgent: string): string | undefined {
  const found = [BROWSERS, SYSTEMS].map((list) => list.find(([, mark]) => mark.test(userAgent))?.[0]);
  const names = found.filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(', ');
}
