import { deflateSync } from 'node:zlib';
import type { PdfFile } from '@countersign/pdf';
import { type PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import type { Ink } from './prepare-ink.ts';
import type { Photo } from './prepare-photo.ts';

/** With opacity as a soft mask (ISO 32000-1 11.6.5.3). Registers only the mask. */
export function createInkImage(file: PdfFile, ink: Ink): PDFRawStream {
  const image = createImage(file, ink, 'DeviceRGB', ink.rgb);
  if (ink.alpha) {
    const mask = createImage(file, ink, 'DeviceGray', ink.alpha);
    image.dict.set(PDFName.of('SMask'), file.context.register(mask));
  }
  return image;
}

/** ISO 32000-1 7.4.8. Registers nothing. */
export function createPhotoImage(file: PdfFile, { width, height, jpeg }: Photo): PDFRawStream {
  return createStream(file, { width, height, colorSpace: 'DeviceRGB', filter: 'DCTDecode' }, jpeg);
}

function createImage(file: PdfFile, ink: Ink, colorSpace: string, samples: Uint8Array): PDFRawStream {
  const { width, height } = ink;
  return createStream(file, { width, height, colorSpace, filter: 'FlateDecode' }, deflateSync(samples));
}

interface ImageShape {
  readonly width: number;
  readonly height: number;
  readonly colorSpace: string;
  readonly filter: string;
}

function createStream(
  file: PdfFile,
  { width, height, colorSpace, filter }: ImageShape,
  bytes: Uint8Array,
): PDFRawStream {
  const dict = file.context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: colorSpace,
    BitsPerComponent: 8,
    Filter: filter,
    Length: bytes.length,
  }) as PDFDict;
  return PDFRawStream.of(dict, bytes);
}
