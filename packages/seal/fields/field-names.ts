import { DictKeys, lookupArray, lookupDict, type PdfFile, rawText } from '@countersign/pdf';
import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib';
import { NonSignatureFields } from './non-signature-fields.ts';
import { walkFields } from './signature-fields.ts';
import { readText } from './text.ts';

const NAME_KEYS = new DictKeys(['T']);

/**
 * With a number appended if a field has that name. Without a period it can only equal the name of a top-level
 * field. Fields that `examined` has seen are not read again.
 */
export function chooseFieldName(
  file: PdfFile,
  wanted: string,
  examined = new NonSignatureFields(file),
): string {
  const taken = listTopNames(file, examined) ?? listAllNames(file);
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`;
  return name;
}

/** Undefined if a field has no name: its kids may then be top-level names. */
function listTopNames(file: PdfFile, examined: NonSignatureFields): ReadonlySet<string> | undefined {
  const form = lookupDict(file.catalog, 'AcroForm');
  const fields = form && lookupArray(form, 'Fields');
  const names = new Set<string>();
  for (const item of fields?.asArray() ?? []) {
    const known = item instanceof PDFRef ? examined.topName(item) : undefined;
    const name = known ?? readPartialName(file, item);
    if (!name) return undefined;
    names.add(name);
  }
  return names;
}

function readPartialName(file: PdfFile, item: PDFObject): string | undefined {
  const walked = item instanceof PDFRef ? rawText(file.walkDict(item, NAME_KEYS)?.get('T')) : undefined;
  if (walked !== undefined) return walked;
  const dict = file.context.lookup(item);
  return dict instanceof PDFDict ? readText(dict, 'T') : undefined;
}

function listAllNames(file: PdfFile): ReadonlySet<string> {
  return new Set(Array.from(walkFields(file), ({ name }) => name));
}
