import { decodeStream, PdfError, type PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { Key, readArray, readDict, readEntry, resolve } from '../fields/dict-reading.ts';
import { readForm } from '../fields/form.ts';

const RESOURCES = PDFName.of('Resources');
const GROUP = PDFName.of('Group');
const DESCENDANTS = PDFName.of('DescendantFonts');
const DESCRIPTOR = PDFName.of('FontDescriptor');
const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3'].map((key) => PDFName.of(key));
/** Resources of these categories are harmless, if the fonts are embedded. */
const HARMLESS = new Set([Key.Font, PDFName.of('ProcSet')]);

/** Longer appearances belong to no field. */
const MAX_CONTENT_BYTES = 1_000_000;
const STRINGS = /\((?:\\[\s\S]|[^\\()])*\)|<[^<>]*>/g;
/** These operators use CMYK, other color spaces, the graphics state, XObjects, shadings, inline images and Type 3 metrics. */
const UNCHECKED = /(?:^|\s)(?:k|K|cs|CS|sc|SC|scn|SCN|gs|Do|sh|BI|ri|d0|d1)(?=\s|$)/;

/**
 * Returns whether everything that the fields of a file can show is in grey or RGB and in embedded fonts, as PDF/A requires
 * of a file with an RGB output intent (ISO 19005-2 6.2.4 and 6.2.11). Fields without an appearance get one of ours.
 */
export function hasArchivableAppearances(file: PdfFile): boolean {
  const form = readForm(file, { everyPage: true });
  return form.nodes.every(
    ({ node, kind }) =>
      kind === 'signature' ||
      node.widgets.every(({ dict }) => {
        const appearances = readDict(dict, Key.AP);
        const normal = appearances && readEntry(appearances, Key.N);
        return listStreams(normal).every(isArchivable);
      }),
  );
}

function listStreams(normal: PDFObject | undefined): PDFStream[] {
  if (normal instanceof PDFStream) return [normal];
  if (!(normal instanceof PDFDict)) return [];
  return normal.keys().flatMap((state) => {
    const stream = readEntry(normal, state);
    return stream instanceof PDFStream ? [stream] : [];
  });
}

function isArchivable(stream: PDFStream): boolean {
  const resources = readDict(stream.dict, RESOURCES);
  if (stream.dict.has(GROUP) || resources?.keys().some((key) => !HARMLESS.has(key))) return false;
  const fonts = resources && readDict(resources, Key.Font);
  const content = readContent(stream);
  if (content === undefined || UNCHECKED.test(content)) return false;
  const areNamed = [...content.matchAll(/\/(\S+)\s+\S+\s+Tf\b/g)].every(([, name = '']) =>
    fonts?.has(PDFName.of(name)),
  );
  return areNamed && (fonts?.keys() ?? []).every((name) => isEmbedded(fonts && readEntry(fonts, name)));
}

/** Returns the operators and their operands, with a space in place of each string. */
function readContent(stream: PDFStream): string | undefined {
  try {
    return Buffer.from(decodeStream(stream, MAX_CONTENT_BYTES)).toString('latin1').replace(STRINGS, ' ');
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

function isEmbedded(font: PDFObject | undefined): boolean {
  if (!(font instanceof PDFDict)) return false;
  const descendants = readArray(font, DESCENDANTS);
  const described = descendants instanceof PDFArray ? resolve(font.context, descendants.asArray()[0]) : font;
  const descriptor = described instanceof PDFDict ? readDict(described, DESCRIPTOR) : undefined;
  return (
    descriptor !== undefined && FONT_FILES.some((key) => readEntry(descriptor, key) instanceof PDFStream)
  );
}
