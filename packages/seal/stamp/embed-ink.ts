import { deflateSync } from 'node:zlib';
import type { PdfFile } from '@countersign/pdf';
import { type PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import type { Ink } from './prepare-ink.ts';

/** The ink as an image XObject, its opacity as a soft mask (ISO 32000-1 11.6.5.3). Registers the mask only. */
export function createInkImage(file: PdfFile, ink: Ink): PDFRawStream {
  const image = createImage(file, ink, 'DeviceRGB', ink.rgb);
  if (ink.alpha) {
    const mask = createImage(file, ink, 'DeviceGray', ink.alpha);
    image.dict.set(PDFName.of('SMask'), file.context.register(mask));
  }
  return image;
}

function createImage(file: PdfFile, ink: Ink, colorSpace: string, samples: Uint8Array): PDFRawStream {
  const bytes = deflateSync(samples);
  const dict = file.context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: ink.width,
    Height: ink.height,
    ColorSpace: colorSpace,
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
    Length: bytes.length,
  }) as PDFDict;
  return PDFRawStream.of(dict, bytes);
}
