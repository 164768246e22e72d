import { readFileSync, writeFileSync } from 'node:fs';
import { P12Signer, PDF, type PDFPage, PdfNumber, rgb } from '@libpdf/core';
import { describeFields, describeFile, SIGNATURES_EXIST } from './answers.ts';
import { REASON, readSealKey, sealKey } from './seal-statement.ts';
import { inputOf, type Jobs, type Task } from './task.ts';
import { type DrawnBox, FIRST_PAGE_BOXES, NEW_PAGE_BOX, placeOnPage, TEXT_SIZE, VALUES } from './work.ts';

function load(task: Task): Promise<PDF> {
  return PDF.load(readFileSync(inputOf(task)));
}

function change(edit: (document: PDF) => void, isIncremental: boolean) {
  return async (task: Task): Promise<undefined> => {
    const document = await load(task);
    edit(document);
    writeFileSync(task.output, await document.save({ incremental: isIncremental }));
  };
}

export const standard: Jobs = {
  async open(task) {
    const document = await load(task);
    if (document.isEncrypted) return 'locked';
    return describeFile(document.getPageCount(), hasSignatures(document));
  },
  async fields(task) {
    return describeFields((await load(task)).getForm()?.getFieldNames() ?? []);
  },
  async merge({ inputs, output }) {
    const merged = await PDF.merge(inputs.map((input) => readFileSync(input)));
    writeFileSync(output, await merged.save());
    return undefined;
  },
  boxes: change(drawBoxes, false),
  prefill: change(prefill, false),
  strip: change(removeSignatures, false),
  rewrite: change(() => undefined, false),
  async seal(task) {
    const document = await load(task);
    const { bytes } = await document.sign({ signer: await loadSigner(), reason: REASON });
    writeFileSync(task.output, bytes);
    return undefined;
  },
};

export const incremental: Jobs = { boxes: change(drawBoxes, true), prefill: change(prefill, true) };

/** Reused for all signatures, as in our job. */
let signer: Promise<P12Signer> | undefined;

function loadSigner(): Promise<P12Signer> {
  signer ??= P12Signer.create(readSealKey(), sealKey().passphrase);
  return signer;
}

function hasSignatures(document: PDF): boolean {
  const flags = document.getForm()?.acroForm().getDict().get('SigFlags');
  return flags instanceof PdfNumber && (flags.value & SIGNATURES_EXIST) !== 0;
}

function drawBoxes(document: PDF): void {
  const first = document.getPage(0);
  if (first === null) throw new Error('there is no page');
  for (const box of FIRST_PAGE_BOXES) drawBox(first, box);
  drawBox(document.addPage({ size: 'a4' }), NEW_PAGE_BOX);
}

function drawBox(page: PDFPage, box: DrawnBox): void {
  const { bottom, textBottom } = placeOnPage(box, page.height);
  const { x, width, height, label } = box;
  const look = { borderColor: rgb(0.1, 0.35, 0.75), borderWidth: 1, color: rgb(0.1, 0.35, 0.75) };
  page.drawRectangle({ x, y: bottom, width, height, ...look, opacity: 0.15 });
  page.drawText(label, { x: x + 4, y: textBottom, size: TEXT_SIZE });
}

function prefill(document: PDF): void {
  const form = document.getForm();
  if (form === null) throw new Error('there is no form');
  form.fill(Object.fromEntries(VALUES.map(({ name, value }) => [name, value])));
  for (const field of form.getFields()) {
    const dict = field.getDict();
    dict.set('Ff', PdfNumber.of(field.flags | 1));
  }
}

function removeSignatures(document: PDF): void {
  const form = document.getForm();
  for (const field of form?.getSignatureFields() ?? []) form?.removeField(field.name);
  form?.acroForm().getDict().delete('SigFlags');
}
