import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PdfToolkit } from '@countersign/toolkit';
import sharp from 'sharp';
import { fixturePath } from '../../../fixtures/fixture-path.ts';
import type { PageArea } from './page-area.ts';
import type { SourceFile } from './source-file.ts';

export const EDIT_NAMES = ['place', 'strip', 'merge', 'seal'] as const;
export type EditName = (typeof EDIT_NAMES)[number];

export interface ComparedPage {
  readonly page: number;
  readonly model: readonly [path: string, page: number];
  readonly changed: readonly PageArea[];
  /** Areas that must change: a box is drawn there. */
  readonly marked: readonly PageArea[];
}

export interface EditedFile {
  readonly edit: EditName;
  readonly path: string;
  readonly pageCount: number;
  readonly compared: readonly ComparedPage[];
  readonly isSame?: boolean;
}

/** The first input of every merge: a form with fields and a name tree. */
export const PARTNER = fixturePath('forms/contract.pdf');

/** A blank page: the reference for new pages. */
const EMPTY = fixturePath('plain/a4.pdf');

export interface Models {
  readonly newPage: readonly [path: string, page: number];
  readonly partnerPages: number;
}

type Edit = (toolkit: PdfToolkit, source: SourceFile, target: string, models: Models) => Promise<EditedFile>;

const NEW_PAGE = { id: 'grace', type: 'signature', placement: 'new_page', label: 'Grace Hopper' } as const;
const SEAL = { reason: 'All have signed', signedAt: '2026-11-22T10:00:00.000Z' } as const;
const WHOLE_PAGE: PageArea = { left: 0, top: 0, right: 1, bottom: 1 };
const REQUEST = { values: [], mode: 'keepOriginal' } as const;

/** A preview draws the same positions as `prepare` and shows each box. */
const place: Edit = async (toolkit, source, path, { newPage }) => {
  // First, so that its number is the same for every file.
  const boxes = [NEW_PAGE, ...source.boxes.map(({ request }) => request)];
  const { pages } = await toolkit.preview({ input: source.path, output: path, ...REQUEST, boxes });
  const compared = source.pages.map((page) => {
    const areas = source.boxes.filter(({ request }) => request.page === page).map(({ area }) => area);
    return { page, model: [source.path, page], changed: areas, marked: areas } as const;
  });
  const added = { page: source.pageCount, model: newPage, changed: [], marked: [] };
  return { edit: 'place', path, pageCount: pages, compared: [...compared, added] };
};

const strip: Edit = async (toolkit, source, path) => {
  await toolkit.strip({ input: source.path, output: path });
  const isSame = readFileSync(path).equals(readFileSync(source.path));
  const compared = follow(source, source.stripped, 0);
  return { edit: 'strip', path, pageCount: source.pageCount, compared, isSame };
};

const merge: Edit = async (toolkit, source, path, { partnerPages }) => {
  const { pages } = await toolkit.merge({ inputs: [PARTNER, source.path], output: path });
  const own = follow(source, source.merged, partnerPages);
  const partner = { page: 0, model: [PARTNER, 0], changed: [], marked: [] } as const;
  return { edit: 'merge', path, pageCount: pages, compared: [partner, ...own] };
};

/** Signs and seals as the service does. Fields become page content, so only the boxes are compared. */
const seal: Edit = async (toolkit, source, path) => {
  const [admitted, prepared] = [`${path}.admitted`, `${path}.prepared`];
  await toolkit.strip({ input: source.path, output: admitted });
  const requests = source.boxes.map(({ request }) => request);
  const { boxes, pages } = await toolkit.prepare({
    input: admitted,
    output: prepared,
    ...REQUEST,
    boxes: requests,
  });
  const image = await drawInk();
  const stamps = boxes.map((box) => ({ box, image, lines: [] }));
  await toolkit.complete({ input: prepared, output: path, values: [], stamps, seal: SEAL });
  const compared = source.pages.map((page) => {
    const marked = source.boxes.filter(({ request }) => request.page === page).map(({ area }) => area);
    return { page, model: [source.path, page], changed: [WHOLE_PAGE], marked } as const;
  });
  return { edit: 'seal', path, pageCount: pages, compared };
};

export const EDITS: Readonly<Record<EditName, Edit>> = { place, strip, merge, seal };

/** A colour that is rare on pages. */
function drawInk(): Promise<Buffer> {
  const background = { r: 255, g: 0, b: 255 };
  return sharp({ create: { width: 438, height: 116, channels: 3, background } })
    .png()
    .toBuffer();
}

function follow(
  { path, pages }: SourceFile,
  areas: ReadonlyMap<number, readonly PageArea[]>,
  offset: number,
): ComparedPage[] {
  return pages.map((page) => ({
    page: page + offset,
    model: [path, page],
    changed: areas.get(page) ?? [],
    marked: [],
  }));
}

export async function makeModels(toolkit: PdfToolkit, folder: string): Promise<Models> {
  const path = join(folder, 'new-page.pdf');
  const sizes = await toolkit.readPages({ input: PARTNER });
  const { pages } = await toolkit.preview({ input: EMPTY, output: path, ...REQUEST, boxes: [NEW_PAGE] });
  return { newPage: [path, pages - 1], partnerPages: sizes.length };
}
