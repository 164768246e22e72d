import { createCanvas, MAX_PICTURE_PIXELS, trimPicture } from './strokes.ts';

/** The picture that is kept is far smaller than the file. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** A brightness has 255 levels, and twice this contrast is surely ink. */
const MIN_CONTRAST = 28;

/** The data are RGBA in rows, and are changed in place. */
export interface EditablePixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns a trimmed PNG without the paper, and null if the file cannot be read or has no ink. Nothing else of the
 * file is kept.
 */
export async function importPicture(file: File): Promise<string | null> {
  if (file.size > MAX_FILE_BYTES) return null;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const { width, height } = bitmap;
  const scale = Math.min(1, MAX_PICTURE_PIXELS.width / width, MAX_PICTURE_PIXELS.height / height);
  const canvas = createCanvas({ width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  removePaper(pixels);
  context.putImageData(pixels, 0, 0);
  return trimPicture(canvas);
}

/** What is about as bright as the paper becomes transparent. A picture with transparency has no paper. */
export function removePaper({ data }: EditablePixels): void {
  if (hasTransparency(data)) return;
  const paper = findPaper(data);
  for (let at = 0; at < data.length; at += 4) {
    const darker = paper - brightness(data, at);
    data[at + 3] = 255 * Math.min(1, Math.max(0, (darker - MIN_CONTRAST) / MIN_CONTRAST));
  }
}

function hasTransparency(data: Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/** Returns the median, because a signature covers less than half of its paper. */
function findPaper(data: Uint8ClampedArray): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 4) {
    const level = Math.round(brightness(data, at));
    counts[level] = (counts[level] ?? 0) + 1;
  }
  let seen = 0;
  return Math.max(
    0,
    counts.findIndex((count) => {
      seen += count;
      return seen * 8 >= data.length;
    }),
  );
}

/** Returns the luma of Rec. 601. */
function brightness(data: Uint8ClampedArray, at: number): number {
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
}
