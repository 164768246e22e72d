import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { forbidsManualEntry } from '@countersign/forms/attributes';
import type {
  BoxRequest,
  CompleteRequest,
  FieldValue,
  FormField,
  GivenValue,
  PageSize,
  PdfInput,
  PlacedBox,
  PrepareReport,
  RequestFault,
  SignatureReport,
  ValueCheck,
} from '@countersign/toolkit';
import type { PdfFaultCode, PdfToolkit } from '../ports/pdf-toolkit.ts';

/**
 * A PDF of unit tests: JSON in a file. With an inline toolkit on small PDFs these tests take twice the processor time (15
 * and 32 s) for the same answers, which the contract suite asks of the real ones.
 */
export interface FakePdf {
  readonly pages: readonly PageSize[];
  readonly fields: readonly FormField[];
  readonly signatureFields: number;
  readonly activeContent: number;
  /** Left by signatures, as a certification. */
  readonly hasRemains: boolean;
  /** No font draws them. */
  readonly undrawable: readonly string[];
  readonly completed?: CompleteRequest;
}

const A4: PageSize = { width: 595, height: 842 };

export function fakePdf(changes: Partial<FakePdf> = {}): string {
  return JSON.stringify({
    pages: [A4],
    fields: [],
    signatureFields: 0,
    activeContent: 0,
    hasRemains: false,
    undrawable: [],
    ...changes,
  });
}

export function textField(name: string, changes: Partial<FormField> = {}): FormField {
  return {
    name,
    fieldId: name,
    type: 'textField',
    label: name,
    required: false,
    readOnly: false,
    editable: true,
    boundingBox: null,
    widgets: [],
    defaultValues: [],
    value: [],
    options: [],
    multiline: false,
    multiSelect: false,
    password: false,
    maxLength: null,
    attributes: [],
    warnings: [],
    ...changes,
  };
}

/** Characters in a field's box. */
export const FITTING = 100;

export class FakeFault extends Error {
  readonly code: PdfFaultCode;
  readonly params: Readonly<Record<string, string | number>>;
  constructor(code: PdfFaultCode, params: Readonly<Record<string, string | number>> = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

function findOverlap([first, second]: readonly PlacedBox[]) {
  if (first === undefined || first.x !== second?.x) return [];
  return [{ code: 'boxes_overlap', params: { box: first.id, other: second.id } }];
}

function tryValues(pdf: FakePdf, given: readonly GivenValue[]): ValueCheck {
  const values = given.map(({ name, value }) => ({ name, value: typeof value === 'boolean' ? [] : value }));
  for (const { name, value } of values) {
    if (!pdf.fields.some((field) => field.name === name))
      throw new FakeFault('unknown_field', { field: name });
    if (pdf.undrawable.includes(String(value))) throw new FakeFault('text_not_drawable', { field: name });
  }
  const passwords = new Set(pdf.fields.filter(({ password }) => password).map(({ name }) => name));
  const kept = values.map((entry) =>
    passwords.has(entry.name) ? { ...entry, value: '*'.repeat(String(entry.value).length) } : entry,
  );
  const warnings = values
    .filter(({ value }) => String(value).length > FITTING)
    .map(({ name: field }) => ({ code: 'value_clipped', message: 'Cut off.', field }));
  return { values: kept, warnings };
}

/** Checks and the service fill in the others. */
function requireEnteredByHand(pdf: FakePdf, given: readonly GivenValue[]): void {
  for (const { name } of given) {
    const field = pdf.fields.find((one) => one.name === name);
    if (field !== undefined && forbidsManualEntry(field.attributes))
      throw new FakeFault('field_not_editable', { field: name });
  }
}

function requireDrawable(texts: readonly string[]): void {
  if (texts.some((text) => text.includes('🖋'))) throw new FakeFault('text_not_drawable', { character: '🖋' });
}

function faultOf(of: RequestFault['of'], index: number, check: () => unknown): readonly RequestFault[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof FakeFault)) throw error;
    return [{ of, index, code: error.code as RequestFault['code'], params: error.params }];
  }
}

function withNewFields(pdf: FakePdf, added: Args<'prepare'>['fields'] = []): FakePdf {
  return { ...pdf, fields: [...pdf.fields, ...added.map(({ name }) => textField(name))] };
}

function requireImage(image: Uint8Array): void {
  const isReadable = image.length >= 8 && image[0] === 0x89;
  // As a pool of threads does.
  const { buffer } = image;
  if (buffer instanceof ArrayBuffer && image.byteLength === buffer.byteLength) buffer.transfer();
  if (!isReadable) throw new FakeFault('image_not_readable');
}

type Args<Name extends keyof PdfToolkit> = Parameters<PdfToolkit[Name]>[0];

/** The steps of `admit` may fail one by one. */
type FakeOperation = keyof PdfToolkit | 'inspectUpload' | 'strip' | 'rehearse';

/** `failNext` makes the next call of an operation reject. */
export class FakeToolkit implements PdfToolkit {
  private readonly failures = new Map<FakeOperation, unknown>();
  completions = 0;
  /** In order; `splice` to reset. */
  readonly tasks: FakeOperation[] = [];
  /** Of the last merge. */
  mergedTitles: readonly string[] = [];

  failNext(operation: FakeOperation, error: unknown): void {
    this.failures.set(operation, error);
  }

  async inspectUpload(input: string) {
    const pdf = await this.open('inspectUpload', input);
    const { signatureFields, activeContent } = pdf;
    const formFields = pdf.fields.length;
    return {
      pages: pdf.pages.length,
      repaired: false,
      encrypted: false,
      signatureFields,
      signed: 0,
      formFields,
      needsStripping: signatureFields + activeContent > 0 || pdf.hasRemains,
      activeContent,
      hiddenLayers: [],
      unprintedLayers: [],
      hiddenAnnotations: 0,
      redrawnFields: 0,
      drawnAnnotations: 0,
      conformance: null,
    };
  }

  private async strip(input: string, output: string) {
    const pdf = await this.open('strip', input);
    await writeFile(output, fakePdf({ ...pdf, signatureFields: 0, activeContent: 0, hasRemains: false }));
    return {
      removedFields: Array.from({ length: pdf.signatureFields }, (_, index) => `Signature${index}`),
      removedSignatures: 0,
      signatures: [],
      removedOrphans: 0,
      listedFields: [],
      removedCertification: pdf.hasRemains,
      removedRemains: pdf.hasRemains,
      removedContent: [],
      removedContentCount: pdf.activeContent,
      hiddenLayers: [],
      unprintedLayers: [],
      hiddenAnnotations: 0,
      changed: true,
    };
  }

  private async rehearse(input: string) {
    const pdf = await this.open('rehearse', input);
    return { stampedPages: pdf.pages.length, flattenedFields: pdf.fields.length };
  }

  async admit({ input, output }: Args<'admit'>) {
    const upload = await this.inspectUpload(input);
    const strip = upload.needsStripping ? await this.strip(input, output) : null;
    const rehearsal = await this.rehearse(strip === null ? input : output);
    return { upload, strip, rehearsal, hiddenTextPages: [] };
  }

  /** A `FakePdf`, or anything that begins as a PNG. */
  async cleanAttachment({ input, output }: Args<'cleanAttachment'>) {
    const bytes = await readFile(input);
    if (bytes[0] === 0x89) {
      await writeFile(output, bytes);
      return { mimeType: 'image/png' as const };
    }
    await writeFile(output, fakePdf(await this.open('cleanAttachment', input)));
    return { mimeType: 'application/pdf' as const };
  }

  async merge({ inputs, output, titles = [] }: Args<'merge'>) {
    this.mergedTitles = titles;
    const pdfs = await Promise.all(inputs.map((input) => this.open('merge', input)));
    const names = pdfs.flatMap((pdf) => pdf.fields);
    const bytes = fakePdf({ pages: pdfs.flatMap(({ pages }) => pages), fields: names });
    await writeFile(output, bytes);
    const seen = new Set<string>();
    const renamedFields = pdfs.flatMap(({ fields }, input) =>
      fields.flatMap(({ name }) => {
        const isKnown = seen.has(name);
        seen.add(name);
        return isKnown ? [{ input, from: name, to: `${name}#2` }] : [];
      }),
    );
    const pages = pdfs.reduce((sum, pdf) => sum + pdf.pages.length, 0);
    return {
      pages,
      size: bytes.length,
      removedSignatures: [],
      renamedFields,
      droppedStructures: [],
      differingOutputIntents: [],
    };
  }

  async readFields({ input }: Args<'readFields'>) {
    return (await this.open('readFields', input)).fields;
  }

  async readPages({ input }: Args<'readPages'>) {
    return (await this.open('readPages', input)).pages;
  }

  async readText({ input, pages }: Args<'readText'>): ReturnType<PdfToolkit['readText']> {
    const { length } = (await this.open('readText', input)).pages;
    const [page = 0] = pages ?? [];
    if (Number(page) >= length)
      throw new FakeFault('page_out_of_range', { page: Number(page), pages: length });
    return [{ page: Number(page), width: 595, height: 842, passages: [], hidden: [] }];
  }

  async renderPage({ input }: Args<'renderPage'>): ReturnType<PdfToolkit['renderPage']> {
    const [size = A4] = (await this.open('renderPage', input)).pages;
    return { ...size, picture: new TextEncoder().encode('picture'), text: null };
  }

  async checkRequest({ input, texts, boxes, fields, values }: Args<'checkRequest'>) {
    const pdf = withNewFields(await this.open('checkRequest', input), fields);
    const faults = [
      ...texts.flatMap((text, index) => faultOf('text', index, () => requireDrawable([text]))),
      ...boxes.flatMap((box, index) => faultOf('box', index, () => place(pdf, box))),
      ...values.flatMap((value, index) => faultOf('value', index, () => tryValues(pdf, [value]))),
    ];
    if (faults.length > 0)
      return {
        ...{ faults, fields: pdf.fields },
        ...{ boxWarnings: [], values: [], valueWarnings: [], fieldWarnings: [] },
      };
    const placed = boxes.map((box) => place(pdf, box));
    const checked = tryValues(pdf, values);
    return {
      faults,
      boxWarnings: findOverlap(placed),
      fields: pdf.fields,
      values: checked.values,
      valueWarnings: checked.warnings,
      fieldWarnings: [],
    };
  }

  async findText({ input, queries }: Args<'findText'>) {
    await this.open('findText', input);
    return { found: queries.map(() => null), counts: queries.map(() => 0), tags: [] };
  }

  async checkValues({ input, values, filledBy }: Args<'checkValues'>) {
    const pdf = await this.open('checkValues', input);
    if (filledBy !== 'service') requireEnteredByHand(pdf, values);
    return tryValues(pdf, values);
  }

  async checkSigning({ input, values, image, initials, typedName }: Args<'checkSigning'>) {
    const pdf = await this.open('checkSigning', input);
    requireEnteredByHand(pdf, values);
    const checked = tryValues(pdf, values);
    if (typedName !== undefined) requireDrawable([typedName]);
    if (image !== undefined) requireImage(image);
    if (initials !== undefined) requireImage(initials);
    return checked;
  }

  async prepare({ input, output, boxes, fields: added, values }: Args<'prepare'>): Promise<PrepareReport> {
    const pdf = withNewFields(await this.open('prepare', input), added);
    const fields = filled(pdf.fields, tryValues(pdf, values).values);
    await writeFile(output, fakePdf({ ...pdf, fields }));
    return { boxes: boxes.map((box) => place(pdf, box)), pages: pdf.pages.length, warnings: [] };
  }

  async preview({ input, output, boxes, fields, values }: Args<'preview'>) {
    const pdf = withNewFields(await this.open('preview', input), fields);
    await writeFile(output, fakePdf({ ...pdf, fields: filled(pdf.fields, tryValues(pdf, values).values) }));
    return { boxes: boxes.map((box) => place(pdf, box)), pages: pdf.pages.length, warnings: [] };
  }

  async complete({ input, output, ...request }: Args<'complete'>) {
    const pdf = await this.open('complete', input);
    this.completions += 1;
    const bytes = fakePdf({ ...pdf, completed: request });
    await writeFile(output, bytes);
    const seal = { level: 'B-B' as const, timestamp: null, failures: [] };
    return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), seal };
  }

  async verify({ input }: Args<'verify'>) {
    const { completed } = await this.open('verify', input);
    if (completed === undefined) return { state: 'unsigned' as const, signatures: [] };
    const report = sealReport(await readFile(String(input)));
    const state = report.changesAllowed ? ('intact' as const) : ('changed' as const);
    return { state, signatures: [report] };
  }

  async readAttachment({ input, name }: Args<'readAttachment'>) {
    const record = (await this.open('readAttachment', input)).completed?.evidence?.record;
    return record?.fileName === name ? Buffer.from(JSON.stringify(record.facts)) : null;
  }

  async close() {
    this.failures.clear();
  }

  private async open(operation: FakeOperation, path: PdfInput): Promise<FakePdf> {
    this.tasks.push(operation);
    const failure = this.failures.get(operation);
    this.failures.delete(operation);
    if (failure !== undefined) throw failure;
    const text = await readFile(String(path), 'utf8');
    if (!text.startsWith('{')) throw new FakeFault('not_a_pdf');
    return JSON.parse(text);
  }
}

/** White space after the seal is a later revision. */
const LATER_CHANGES: Readonly<Record<string, SignatureReport['laterChanges']>> = {
  '': 'none',
  '\t': 'signature',
  '\n': 'validation_data',
};

function sealReport(bytes: Buffer): SignatureReport {
  const coveredBytes = bytes.lastIndexOf('}') + 1;
  const coversWholeDocument = coveredBytes === bytes.length;
  const laterChanges = LATER_CHANGES[bytes.toString('latin1', coveredBytes)] ?? 'other';
  return {
    fieldName: 'Seal',
    subFilter: 'ETSI.CAdES.detached',
    signerName: 'Fake',
    signedAt: null,
    timestamp: null,
    valid: true,
    level: 'B-B',
    digest: null,
    certificates: [],
    revision: 1,
    coveredBytes,
    coversWholeDocument,
    laterChanges,
    changes: [],
    changesAllowed: laterChanges !== 'other',
    problems: [],
    remarks: [],
  };
}

const TOLERANCE = 0.5;

function place(
  pdf: FakePdf,
  { id, type, page = 0, x = 36, y = 36, scale = 1, label }: BoxRequest,
): PlacedBox {
  const size = pdf.pages[page];
  if (size === undefined) throw new FakeFault('page_out_of_range', { id, page });
  const box = { id, type, page, x, y, width: 219 * scale, height: 58 * scale };
  if (x + box.width > size.width + TOLERANCE || y + box.height > size.height + TOLERANCE) {
    throw new FakeFault('box_outside_page', { id, page, x, y, ...size });
  }
  return label === undefined ? box : { ...box, label };
}

function filled(fields: readonly FormField[], values: readonly FieldValue[]): readonly FormField[] {
  const byName = new Map(values.map(({ name, value }) => [name, [value].flat()]));
  return fields.map((field) => ({ ...field, value: byName.get(field.name) ?? field.value }));
}
