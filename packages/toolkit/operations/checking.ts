import {
  addFields,
  checkFormValues,
  type DisplayedBox,
  type FillOptions,
  findNewFieldFaults,
  findValueFaults,
  type GivenValue,
  listWidgetsOnPages,
  type NewField,
  prefill,
  readFormFields,
} from '@countersign/forms';
import { createTextEmbedder, PdfError, type PdfFile } from '@countersign/pdf';
import {
  type BoxWarning,
  checkBoxes as checkPlaces,
  findOverlaps,
  prepareInk,
  SealError,
} from '@countersign/seal';
import type { BoxCheck, FieldOverlap, RequestCheck, RequestFault, ValueCheck } from '../reports.ts';
import type { BoxRequest, DocumentRequest, ReadArgs, SigningRequest } from '../requests.ts';
import { withPdf } from './reading.ts';

/** Warnings name boxes by their ids. */
export function checkBoxes({
  input,
  boxes,
}: ReadArgs & { readonly boxes: readonly BoxRequest[] }): Promise<BoxCheck> {
  return withPdf(input, (file) => ({ warnings: findBoxWarnings(file, boxes) }));
}

/** Throws if a box has no place. */
function findBoxWarnings(file: PdfFile, boxes: readonly BoxRequest[]): BoxCheck['warnings'] {
  const warnings = checkPlaces(file, boxes, (pages) => listWidgetsOnPages(file, pages));
  return warnings.map((warning) => byId(warning, boxes));
}

function byId({ code, params }: BoxWarning, boxes: readonly BoxRequest[]): BoxCheck['warnings'][number] {
  if (code === 'more_overlaps') return { code, params };
  const id = (position: number): string => boxes[position]?.id ?? String(position);
  const { page } = params;
  if (code === 'boxes_overlap')
    return { code, params: { page, box: id(params.first), other: id(params.second) } };
  return { code, params: { page, box: id(params.box), field: params.field } };
}

export async function checkInk({ image }: { readonly image: Uint8Array }): Promise<void> {
  // The image is prepared as for the stamp, at one pixel.
  await prepareInk(image, 1, 1);
}

/** Fonts do not depend on the document. */
const EMPTY_PDF = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 1 1]>>endobj
trailer<</Size 4/Root 1 0 R>>
`;

export function checkText({ texts }: { readonly texts: readonly string[] }): Promise<void> {
  return withPdf(Buffer.from(EMPTY_PDF), (file) => requireDrawable(file, texts));
}

/** Throws as `checkText`. Does not change the file. */
function requireDrawable(file: PdfFile, texts: readonly string[]): void {
  const embedder = createTextEmbedder(file);
  for (const text of texts) embedder.ensureDrawable(text);
}

/** Tries the values in memory. Throws the fault, or returns the warnings. */
export function checkValues({
  input,
  values,
  filledBy,
}: ReadArgs & FillOptions & { readonly values: readonly GivenValue[] }): Promise<ValueCheck> {
  return withPdf(input, (file) => tryValues(file, values, { filledBy }));
}

/** Tries the values in memory; throws as `prefill`. */
async function tryValues(
  file: PdfFile,
  values: readonly GivenValue[],
  options: FillOptions,
): Promise<ValueCheck> {
  if (values.length === 0) return { values: [], warnings: [] };
  const kept = checkFormValues(file, values, options);
  const { warnings } = await prefill(file, values, 'keepOriginal', options);
  return { values: kept, warnings };
}

/**
 * Opens the file once. Texts are checked first, because boxes are labelled with them, and new fields before the values,
 * which may be theirs.
 */
export function checkRequest({ input, ...request }: ReadArgs & DocumentRequest): Promise<RequestCheck> {
  return withPdf(input, async (file) => {
    const { fields: added = [], texts, boxes, values: given } = request;
    const nothing = { boxWarnings: [], values: [], valueWarnings: [], fieldWarnings: [] };
    const faults = [
      ...texts.flatMap((text, index) => findTextFault(file, text, index)),
      ...findBoxFaults(file, boxes),
      ...findNewFieldFaults(file, added).map(({ index, error: { code, params } }) => ({
        ...{ of: 'field' as const, index, code, params },
      })),
    ];
    // Without its new fields, the form would have no field for their values.
    if (added.length > 0 && faults.length > 0) return { ...nothing, faults, fields: readFormFields(file) };
    const fieldWarnings = findFieldOverlaps(file, added);
    if (added.length > 0) await addFields(file, added);
    const fields = readFormFields(file);
    const all = [...faults, ...findFaultsOfValues(file, given)];
    if (all.length > 0) return { ...nothing, faults: all, fields };
    const boxWarnings = findBoxWarnings(file, boxes);
    const { values, warnings } = await tryValues(file, given, {});
    return { faults: [], boxWarnings, fields, values, valueWarnings: warnings, fieldWarnings };
  });
}

function findFaultsOfValues(file: PdfFile, values: DocumentRequest['values']): readonly RequestFault[] {
  const indexes = new Map(values.map(({ name }, index) => [name, index] as const).reverse());
  return findValueFaults(file, values).map(({ code, params }) => {
    const index = indexes.get(String(params.field)) ?? 0;
    return { of: 'value' as const, index, code, params };
  });
}

/** Before the new fields are in the file. Lists the first hundred. */
function findFieldOverlaps(file: PdfFile, added: readonly NewField[]): readonly FieldOverlap[] {
  if (added.length === 0) return [];
  const placed = added.flatMap((field, index) => boxesOf(field).map((box) => ({ ...box, index })));
  const pages = [...new Set(placed.map(({ page }) => page))];
  return findOverlaps(placed, listWidgetsOnPages(file, pages)).flatMap(({ code, params }): FieldOverlap[] => {
    if (code === 'more_overlaps') return [];
    const { page } = params;
    if (code === 'box_over_field')
      return [{ page, index: placed[params.box]?.index ?? 0, field: params.field }];
    const [first, second] = [placed[params.first]?.index ?? 0, placed[params.second]?.index ?? 0];
    return [{ page, index: second, field: added[first]?.name ?? '' }];
  });
}

function boxesOf(field: NewField): readonly DisplayedBox[] {
  return field.type === 'radioButton' ? field.buttons : [field];
}

function findTextFault(file: PdfFile, text: string, index: number): readonly RequestFault[] {
  try {
    requireDrawable(file, [text]);
    return [];
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'text_not_drawable') throw error;
    return [{ of: 'text', index, code: error.code, params: error.params }];
  }
}

function findBoxFaults(file: PdfFile, boxes: readonly BoxRequest[]): readonly RequestFault[] {
  return boxes.flatMap((box, index) => {
    try {
      // The fields of the page are left out, which are thousands for each box.
      checkPlaces(file, [box]);
      return [];
    } catch (error) {
      if (!(error instanceof SealError) || !isBoxFault(error.code)) throw error;
      return [{ of: 'box', index, code: error.code, params: error.params }];
    }
  });
}

const BOX_FAULTS = ['box_outside_page', 'page_out_of_range'] as const;

function isBoxFault(code: string): code is (typeof BOX_FAULTS)[number] {
  return BOX_FAULTS.some((fault) => fault === code);
}

/** Checks what the seal will need. */
export function checkSigning({
  input,
  values,
  filled = [],
  image,
  initials,
  typedName,
}: ReadArgs & SigningRequest): Promise<ValueCheck> {
  return withPdf(input, async (file) => {
    checkFormValues(file, filled, { filledBy: 'service' });
    const checked = await tryValues(file, values, { filledBy: 'signee' });
    if (typedName !== undefined) requireDrawable(file, [typedName]);
    if (image !== undefined) await checkInk({ image });
    if (initials !== undefined) await checkInitials(initials);
    return checked;
  });
}

async function checkInitials(image: Uint8Array): Promise<void> {
  try {
    await checkInk({ image });
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new SealError(error.code, error.message, { ...error.params, ink: 'initials' }, error);
  }
}
