import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit, { type Font } from '@pdf-lib/fontkit';

/** A font as the package ships it. */
export interface BundledFont {
  readonly bytes: Buffer;
  readonly font: Font;
}

/**
 * Fonts in the order in which they are asked for a character. Noto Sans (Latin, Greek, Cyrillic) is a dependency;
 * the others are used when they are installed. Scripts that need shaping or right-to-left order are not listed:
 * characters one after the other would be wrong.
 */
const FONT_FILES = [
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  '@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf',
  '@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf',
] as const;

const require = createRequire(import.meta.url);
const loaded: (BundledFont | undefined)[] = [];

/** Number of fonts that may be asked for, installed or not. */
export const FONT_COUNT: number = FONT_FILES.length;

/** A font, read once per thread; undefined when its package is not installed. */
export function loadFont(index: number): BundledFont | undefined {
  if (!(index in loaded)) loaded[index] = readFont(FONT_FILES[index]);
  return loaded[index];
}

function readFont(file: string | undefined): BundledFont | undefined {
  const path = file === undefined ? undefined : resolveInstalled(file);
  if (path === undefined) return undefined;
  const bytes = readFileSync(path);
  return { bytes, font: fontkit.create(bytes) };
}

function resolveInstalled(file: string): string | undefined {
  try {
    return require.resolve(file);
  } catch {
    // The optional package is not installed.
    return undefined;
  }
}
