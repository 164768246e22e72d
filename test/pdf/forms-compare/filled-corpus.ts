import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FieldValue,
  type FormField,
  findValueFaults,
  prefill,
  readFormFields,
} from '@countersign/forms';
import { openPdf, type PdfFile } from '@countersign/pdf';
import { CORPUS } from './compare-corpus.ts';
import { type Difference, findDifferences } from './differences.ts';
import { readOurFacts } from './our-facts.ts';
import { readPdfjsFacts } from './pdfjs-facts.ts';

export interface FilledFile {
  readonly filled: number;
  /** Values that were not read back as given. */
  readonly lost: readonly string[];
  /** Facts about the filled form on which pdf.js disagrees. */
  readonly differences: readonly Difference[];
}

/** Fills every field of a corpus file with a valid value. Throws the error of a refused file. */
export async function fillCorpusFile(name: string): Promise<FilledFile> {
  const file = openPdf(new Uint8Array(readFileSync(join(CORPUS, name))));
  const values = shorten(file, chooseValues(readFormFields(file)));
  await prefill(file, values);
  const bytes = file.save().toBytes();
  const saved = openPdf(bytes);
  const given = new Map(readFormFields(saved).map((field) => [field.name, field.value.join('\n')]));
  return {
    filled: values.length,
    lost: values.filter((value) => given.get(value.name) !== value.value).map((value) => value.name),
    differences: findDifferences(name, 'pdf.js', readOurFacts(saved), await readPdfjsFacts(bytes, saved)),
  };
}

/** Chooses one value per name; the last option of buttons and choices. Names with several types are skipped. */
function chooseValues(fields: readonly FormField[]): FieldValue[] {
  const names = fields.map(({ name }) => name);
  const single = fields.filter(
    ({ name, editable }) => editable && names.indexOf(name) === names.lastIndexOf(name),
  );
  return single.flatMap((field) => {
    const value = field.type === 'textField' ? textFor(field) : field.options.at(-1)?.value;
    return value ? [{ name: field.name, value }] : [];
  });
}

/** Shortens texts for narrow fields, which take what they show whole; without any room a field is left out. */
function shorten(file: PdfFile, values: readonly FieldValue[]): FieldValue[] {
  const tooLong = findValueFaults(file, values).filter(({ code }) => code === 'value_too_long');
  const limits = new Map(tooLong.map(({ params }) => [String(params.field), Number(params.limit ?? 0)]));
  return values.flatMap(({ name, value }) => {
    const text = String(value).slice(0, limits.get(name)).trim();
    return text === '' ? [] : [{ name, value: text }];
  });
}

function textFor({ maxLength }: FormField): string {
  return 'Žluťoučký kůň Ω'.slice(0, maxLength ?? undefined).trim();
}
