import { prefill } from '@countersign/forms';
import { openPdf } from '@countersign/pdf';
import { degrees, PDFDocument, PDFHexString, type PDFObject, type PDFRef, StandardFonts } from 'pdf-lib';
import { BORDERS, BUTTONS, CHOICES, type Look, TEXTS, TURNED } from './looks.ts';

export interface LookSheet {
  readonly name: string;
  readonly rotate: number;
  readonly looks: readonly Look[];
}

export const SHEETS: readonly LookSheet[] = [
  { name: 'texts', rotate: 0, looks: TEXTS },
  { name: 'borders', rotate: 0, looks: BORDERS },
  { name: 'buttons', rotate: 0, looks: BUTTONS },
  { name: 'choices', rotate: 0, looks: CHOICES },
  { name: 'turned', rotate: 0, looks: TURNED },
  { name: 'turned-page-90', rotate: 90, looks: TURNED },
  { name: 'turned-page-180', rotate: 180, looks: TURNED },
  { name: 'turned-page-270', rotate: 270, looks: TURNED },
];

const PAGE: [number, number] = [540, 720];
const MARGIN = 20;
const GAP = 16;
const LABEL_SIZE = 6;

/** A look and its rectangle: left, bottom, right, top. */
export interface PlacedLook {
  readonly look: Look;
  readonly rect: readonly [number, number, number, number];
}

/** Builds the sheet as an unfilled form without appearances. */
export async function buildSheet({ rotate, looks }: LookSheet): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage(PAGE);
  page.setRotation(degrees(rotate));
  const font = await document.embedFont(StandardFonts.Helvetica);
  const { context } = document;
  const literal = context.obj.bind(context) as (value: unknown) => PDFObject;
  const refs: PDFRef[] = placeLooks(looks).map(({ look, rect }) => {
    page.drawText(look.name, { x: rect[0], y: rect[3] + 3, size: LABEL_SIZE, font });
    const name = PDFHexString.fromText(look.name);
    return context.register(
      literal({ Type: 'Annot', Subtype: 'Widget', F: 4, T: name, Rect: [...rect], ...look.entries }),
    );
  });
  page.node.set(context.obj('Annots') as never, literal(refs));
  document.catalog.set(context.obj('AcroForm') as never, literal({ Fields: refs, NeedAppearances: true }));
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}

/** Fills the sheet; read-only, so that viewers do not tint the fields. */
export async function buildFilledSheet(sheet: LookSheet): Promise<Uint8Array> {
  const file = openPdf(await buildSheet(sheet));
  await prefill(
    file,
    sheet.looks.map(({ name, value }) => ({ name, value })),
    'all',
  );
  return file.save().toBytes();
}

export function placeLooks(looks: readonly Look[]): PlacedLook[] {
  let [x, top, rowHeight] = [MARGIN, PAGE[1] - MARGIN, 0];
  return looks.map((look) => {
    if (x + look.width > PAGE[0] - MARGIN) {
      top -= rowHeight + GAP;
      [x, rowHeight] = [MARGIN, 0];
    }
    const rect = [x, top - look.height, x + look.width, top] as const;
    x += Math.max(look.width, look.name.length * LABEL_SIZE * 0.5) + GAP;
    rowHeight = Math.max(rowHeight, look.height);
    return { look, rect };
  });
}
