import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openPdf, PdfError } from '@countersign/pdf';
import { describe, expect, test } from 'vitest';
import type { FormField } from './form-field.ts';
import { readFormFields } from './read-form-fields.ts';

interface Entry {
  readonly file: string;
  readonly fields: readonly { readonly name: string | null; readonly type: string }[] | null;
}

const corpus = process.env.PDF_CORPUS ?? resolve(import.meta.dirname, '../../../../shared/corpus');
const isThere = existsSync(join(corpus, 'MANIFEST.json'));

/** Where our reading differs from the manifest's walk, on purpose. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'forms/itext-java__unnamedFields.pdf': 'the kids without names hold /FT; pdf.js lists the field as we do',
  'malformed/qpdf__464655077.fuzz.pdf': 'damage: a field without name, widget and page',
};

const LISTED = new Set(['textField', 'checkbox', 'radioButton', 'combobox', 'listbox']);

function entries(): Entry[] {
  const manifest: Entry[] = JSON.parse(readFileSync(join(corpus, 'MANIFEST.json'), 'utf8'));
  return manifest.filter(({ fields }) => fields !== null && fields !== undefined);
}

function readOrRefuse(file: string): FormField[] | string {
  try {
    return readFormFields(openPdf(join(corpus, file)));
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
}

const keys = (fields: readonly { name: string | null; type: string }[]) =>
  [
    ...new Set(
      fields.filter(({ type }) => LISTED.has(type)).map(({ name, type }) => `${type} ${name ?? ''}`),
    ),
  ].sort();

describe.skipIf(!isThere)('the corpus of other people’s forms', () => {
  test('every file gives the fields that qpdf and pdf.js find, or is refused by code', () => {
    const differing: Record<string, object> = {};
    let compared = 0;
    for (const { file, fields } of entries()) {
      const found = readOrRefuse(file);
      if (typeof found === 'string') continue;
      compared += 1;
      const [ours, theirs] = [keys(found), keys(fields ?? [])];
      const missing = theirs.filter((key) => !ours.includes(key));
      const extra = ours.filter((key) => !theirs.includes(key));
      if (missing.length + extra.length > 0 && !EXPLAINED[file]) differing[file] = { missing, extra };
    }
    expect(differing).toEqual({});
    expect(compared).toBeGreaterThan(100);
  });
});
