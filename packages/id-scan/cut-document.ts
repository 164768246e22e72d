import type { DocumentPictures, ScannedImages } from '@countersign/signing';
import { type ColourImage, cutOut, encodeJpeg } from './picture/cut-out.ts';
import { type DocumentParts, partsOfFront, partsOfZoneSide } from './picture/document-parts.ts';
import { openPicture, PictureRefused } from './picture/open-picture.ts';
import { scanGrey } from './scan-grey.ts';

/**
 * Cuts out the parts of a document that a provider has read. Returns null for files that are not pictures.
 */
export async function cutDocument({ front, back }: DocumentPictures): Promise<ScannedImages | null> {
  try {
    const { whole, portrait } = await partsOf(front);
    return {
      front: await encodeJpeg(whole),
      portrait: portrait && (await encodeJpeg(portrait)),
      documentRear: back && (await encodeJpeg((await partsOf(back)).whole)),
    };
  } catch (error) {
    if (error instanceof PictureRefused) return null;
    throw error;
  }
}

/** Finds the parts by the zone if it can be read, or by the card; otherwise takes the whole picture. */
async function partsOf(bytes: Uint8Array): Promise<DocumentParts> {
  const { grey, upright: data, width, height } = await openPicture(bytes);
  const picture = { width, height, data };
  const found = scanGrey(grey, new Date().toISOString().slice(0, 10));
  if ('solved' in found) return partsOfZoneSide(picture, found);
  return partsOfFront(picture, grey) ?? { whole: fitWhole(picture), portrait: null };
}

const WHOLE_SIZE = { width: 1200, height: 800 };

/** Fits the picture into the middle of 3:2. */
function fitWhole(picture: ColourImage): ColourImage {
  const scale = Math.max(picture.width / 3, picture.height / 2);
  return cutOut(picture, WHOLE_SIZE, (across, down) => ({
    x: (across - 0.5) * 3 * scale + picture.width / 2,
    y: (down - 0.5) * 2 * scale + picture.height / 2,
  }));
}
