import { type FieldValue, prefill } from '@countersign/forms';
import { createTextEmbedder, openPdf, PdfError } from '@countersign/pdf';
import fc from 'fast-check';
import { PDFDocument, PDFHexString, PDFName, type PDFObject } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { roundsOf, shareOf } from '../../packages/pdf/testing/share.ts';
import { expectReadByAll, readByMupdf, readByPdfjs, readByUs } from './read-values.ts';

const RADIO = 1 << 15;
const COMBO = 1 << 17;
const MULTI_SELECT = 1 << 21;

const text = (value: string) => PDFHexString.fromText(value);

/** Encodes a name as UTF-8 with every byte escaped, in capitals because of pdf-lib. */
function escapeName(value: string): string {
  return [...Buffer.from(value)]
    .map((byte) => `#${byte.toString(16).padStart(2, '0')}`.toUpperCase())
    .join('');
}

type Literal = Readonly<Record<string, unknown>>;

async function buildForm(fields: readonly (Literal & { kids?: readonly Literal[] })[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  const { context } = document;
  const literal = context.obj.bind(context) as (value: unknown) => PDFObject;
  const place = { Type: 'Annot', Subtype: 'Widget', F: 4 };
  const annotations: PDFObject[] = [];
  const roots = fields.map(({ kids, ...entries }, index) => {
    const Rect = [10, 370 - 30 * index, 290, 390 - 30 * index];
    const root = context.nextRef();
    if (!kids) annotations.push(root);
    const kidRefs = (kids ?? []).map((kid) =>
      context.register(literal({ ...place, Rect, Parent: root, ...kid })),
    );
    annotations.push(...kidRefs);
    context.assign(root, literal(kids ? { ...entries, Kids: kidRefs } : { ...place, Rect, ...entries }));
    return root;
  });
  page.node.set(PDFName.of('Annots'), literal(annotations) as never);
  document.catalog.set(PDFName.of('AcroForm'), literal({ Fields: roots }));
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}

async function fill(pdf: Uint8Array, values: readonly FieldValue[]): Promise<Uint8Array> {
  const file = openPdf(pdf);
  await prefill(file, values);
  return file.save().toBytes();
}

/** Supplementary characters (surrogate pairs): Han of extension B. */
const BEYOND = ['𠀋', '𠮷', '𡈽', '𡌛', '𩸽'];
/** The Basic Multilingual Plane without control characters and surrogates. */
const BMP = Array.from({ length: 0xd800 - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

function isDrawable(embedder: ReturnType<typeof createTextEmbedder>, character: string): boolean {
  try {
    embedder.ensureDrawable(character);
    return true;
  } catch (error) {
    if (error instanceof PdfError && error.code === 'text_not_drawable') return false;
    throw error;
  }
}

describe('values written are read the same by us, pdf.js, MuPDF and qpdf', () => {
  let anyText: fc.Arbitrary<string>;

  beforeAll(async () => {
    const embedder = createTextEmbedder(openPdf(await buildForm([])));
    const drawable = shareOf(BMP).filter((character) => isDrawable(embedder, character));
    expect(drawable.length).toBeGreaterThan(1000);
    const beyond = BEYOND.filter((character) => isDrawable(embedder, character));
    expect(beyond).not.toEqual([]);
    const unit = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...drawable) },
      { weight: 1, arbitrary: fc.constantFrom(...beyond) },
    );
    // Whether a mark can be drawn may depend on its base letter.
    anyText = fc.string({ unit, minLength: 1, maxLength: 20 }).filter((value) => isDrawable(embedder, value));
  });

  it('texts of all drawable characters, of one line and of several', async () => {
    const pdf = await buildForm([
      { FT: 'Tx', T: text('line') },
      { FT: 'Tx', T: text('area'), Ff: 1 << 12 },
    ]);
    const lines = fc.array(anyText, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('\n'));
    await fc.assert(
      fc.asyncProperty(anyText, lines, async (line, area) => {
        const saved = await fill(pdf, [
          { name: 'line', value: line },
          { name: 'area', value: area },
        ]);
        await expectReadByAll(saved, { line: [line], area: [area] });
      }),
      { numRuns: roundsOf(25) },
    );
  }, 60_000);

  it('choices with any export values and labels, one and several', async () => {
    const options = fc.uniqueArray(anyText, { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(options, fc.nat(), async (exports, seed) => {
        const chosen = exports[seed % exports.length] ?? '';
        const Opt = exports.map((value, index) => [text(value), text(`label ${index}`)]);
        const pdf = await buildForm([
          { FT: 'Ch', T: text('combo'), Ff: COMBO, Opt },
          { FT: 'Ch', T: text('list'), Ff: MULTI_SELECT, Opt, Rect: [10, 220, 290, 360] },
        ]);
        const several = exports.filter((_, index) => index !== seed % exports.length);
        const saved = await fill(pdf, [
          { name: 'combo', value: chosen },
          { name: 'list', value: several },
        ]);
        await expectReadByAll(saved, { combo: [chosen], list: several });
      }),
      { numRuns: roundsOf(20) },
    );
  }, 60_000);

  it('check boxes and radio buttons with states of any characters', async () => {
    const state = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((value) => !value.includes('\0') && !/^off$/i.test(value));
    const states = fc.uniqueArray(state, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(states, fc.nat(), async (names, seed) => {
        const chosen = names[seed % names.length] ?? '';
        const kids = names.map((value) => ({ AP: { N: { [escapeName(value)]: {}, Off: {} } } }));
        const pdf = await buildForm([
          { FT: 'Btn', T: text('check'), ...kids[0] },
          { FT: 'Btn', T: text('radio'), Ff: RADIO, kids },
        ]);
        const saved = await fill(pdf, [
          { name: 'check', value: names[0] ?? '' },
          { name: 'radio', value: chosen },
        ]);
        await expectReadByAll(saved, { check: [names[0] ?? ''], radio: [chosen] });
      }),
      { numRuns: roundsOf(20) },
    );
  }, 60_000);

  it('radio buttons named by /Opt: the text for us and pdf.js, the state for readers that leave /Opt aside', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyText, { minLength: 2, maxLength: 5 }), async (exports) => {
        const kids = exports.map((_, index) => ({ AP: { N: { [index]: {}, Off: {} } } }));
        const pdf = await buildForm([
          { FT: 'Btn', Ff: RADIO, T: text('radio'), Opt: exports.map(text), kids },
        ]);
        const last = exports.length - 1;
        const saved = await fill(pdf, [{ name: 'radio', value: exports[last] ?? '' }]);
        expect(readByUs(saved)).toEqual({ radio: [exports[last]] });
        expect(await readByPdfjs(saved, 'texts')).toEqual({ radio: [exports[last]] });
        expect(readByMupdf(saved)).toEqual({ radio: [String(last)] });
      }),
      { numRuns: roundsOf(10) },
    );
  }, 60_000);
});
