import { createCanvas, MAX_PICTURE_PIXELS, trimPicture } from './export-ink.ts';

/** The picture that is kept is far smaller. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Of 255; twice that is surely ink. */
const MIN_CONTRAST = 28;

/** RGBA in rows, changed in place. */
export interface EditablePixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * A trimmed PNG without the paper; null if it cannot be read or has no ink. Nothing else of the file is kept.
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

/** The median: a signature covers less than half of its paper. */
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

/** Rec. 601. */
function brightness(data: Uint8ClampedArray, at: number): number {
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
}
