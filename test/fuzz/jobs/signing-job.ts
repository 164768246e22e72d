import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FieldValue, FormField } from '@countersign/forms';
import {
  type BoxRequest,
  type CompleteRequest,
  inlineToolkit,
  type PlacedBox,
  ToolkitError,
} from '@countersign/toolkit';
import type { Job, SavedFile } from './job.ts';

const toolkit = inlineToolkit();
/** Letters of two fonts, so that other glyphs are embedded than in the rehearsal. */
const NAME = 'Åsa Žółć שלום';
const SIGNED_AT = '2026-03-04T05:06:07.000Z';

/**
 * Verifies that an accepted file can be prepared, filled and sealed. Only the upload, a box or a value may be
 * refused.
 */
export const signAccepted: Job = {
  name: 'signAccepted',
  async run(bytes) {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-fuzz-sign-'));
    try {
      const uploaded = join(folder, 'uploaded.pdf');
      writeFileSync(uploaded, bytes);
      const accepted = await orRefused(admit(uploaded, join(folder, 'stripped.pdf')));
      return accepted === undefined ? undefined : await sign(accepted, folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function admit(uploaded: string, stripped: string): Promise<string> {
  const { repaired, needsStripping } = await toolkit.inspectUpload({ input: uploaded });
  const accepted = repaired || needsStripping ? stripped : uploaded;
  if (accepted === stripped) await toolkit.strip({ input: uploaded, output: stripped });
  await toolkit.rehearse({ input: accepted });
  return accepted;
}

async function sign(accepted: string, folder: string): Promise<SavedFile> {
  const [prepared, sealed] = [join(folder, 'prepared.pdf'), join(folder, 'sealed.pdf')];
  const { pages } = await complete(accepted, prepared, sealed).catch(asFind);
  const { state, signatures } = await toolkit.verify({ input: sealed });
  if (state !== 'intact' || !signatures[0]?.coversWholeDocument) throw new TypeError('The seal is not valid');
  const sealedPages = (await toolkit.readPages({ input: sealed })).length;
  if (sealedPages <= pages) throw new TypeError(`${sealedPages} pages with the evidence, ${pages} without`);
  return { bytes: readFileSync(sealed), pages: sealedPages };
}

/** Half of the values are the sender's, half the signee's. */
async function complete(accepted: string, prepared: string, sealed: string): Promise<{ pages: number }> {
  const given = await takenValues(accepted, (_, index) => index % 2 === 0);
  const boxes = await takenBoxes(accepted);
  const { boxes: placed, pages } = await toolkit.prepare({
    input: accepted,
    output: prepared,
    values: given,
    mode: 'filled',
    boxes,
  });
  const values = await takenValues(prepared, ({ readOnly }) => !readOnly);
  await toolkit.complete({ input: prepared, output: sealed, ...completion(values, placed) });
  return { pages };
}

/** Values for some of the fields, without those that fail their check. */
async function takenValues(
  path: string,
  isMeant: (field: FormField, index: number) => boolean,
): Promise<readonly FieldValue[]> {
  const fields = (await toolkit.readFields({ input: path }))
    .filter(({ editable }) => editable)
    .filter(isMeant);
  const byName = new Map(fields.map((field) => [field.name, { name: field.name, value: laterValue(field) }]));
  const values = [...byName.values()].filter(({ value }) => value.length > 0);
  if ((await orRefused(toolkit.checkValues({ input: path, values }))) !== undefined) return values;
  const taken = await Promise.all(
    values.slice(0, MAX_SINGLE_CHECKS).map(async (value) => {
      const check = await orRefused(toolkit.checkValues({ input: path, values: [value] }));
      return check === undefined ? [] : [value];
    }),
  );
  return taken.flat();
}

/** Checks values one by one after they failed together. */
const MAX_SINGLE_CHECKS = 20;

/** Differs from the value that the rehearsal writes, if possible. */
function laterValue({ type, options, multiSelect }: FormField): string[] {
  if (type === 'textField') return [NAME];
  const values = options.map(({ value }) => value).filter((value) => value !== '');
  return multiSelect ? [...new Set(values)].slice(0, 3) : values.slice(-1);
}

async function takenBoxes(path: string): Promise<readonly BoxRequest[]> {
  const box = {
    id: 'a',
    type: 'signature',
    placement: 'existing',
    page: 0,
    x: 3.5,
    y: 2,
    scale: 0.25,
  } as const;
  const check = await orRefused(toolkit.checkBoxes({ input: path, boxes: [box] }));
  return [
    ...(check === undefined ? [] : [box]),
    { id: 'b', type: 'signature', placement: 'new_page', label: NAME },
  ];
}

function completion(values: readonly FieldValue[], placed: readonly PlacedBox[]): CompleteRequest {
  const stamps = placed.map((box) => ({ box, typedName: NAME, lines: [NAME, SIGNED_AT] }));
  const sections = [{ heading: NAME, rows: [{ label: NAME, value: SIGNED_AT }] }];
  return {
    values,
    stamps,
    evidence: {
      report: { title: NAME, introduction: NAME, sections, footer: NAME },
      record: { fileName: 'evidence.json', description: NAME, facts: { name: NAME } },
    },
    seal: { reason: NAME, signedAt: SIGNED_AT },
  };
}

function orRefused<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof ToolkitError) return undefined;
    throw error;
  });
}

/** Any refusal from here on is too late. */
function asFind(error: unknown): never {
  if (!(error instanceof ToolkitError)) throw error;
  throw new TypeError(`Refused after it was accepted: ${error.code}: ${error.message}`, { cause: error });
}
