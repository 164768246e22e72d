import { lookupArray, lookupDict, type PdfFile } from '@countersign/pdf';
import { PDFArray, PDFBool, PDFDict, PDFName, PDFRef } from 'pdf-lib';
import type { MergeReport } from '../../pdf-toolkit.ts';
import { listNamedNodes, setName } from './field-names.ts';
import type { MergedNames } from './merged-names.ts';
import type { ObjectCopier } from './object-copier.ts';

type RenamedField = MergeReport['renamedFields'][number];

/** What a field takes from the form when it has none of its own (ISO 32000-1 12.7.3.3). */
const INHERITED_FROM_FORM = ['DA', 'Q'];

/** Gives the fields of an input the names they have in the merged document. Changes `file`. */
export function renameFields(file: PdfFile, input: number, names: MergedNames): RenamedField[] {
  const nodes = listNamedNodes(rootFields(file).map(({ dict }) => dict));
  const roots = nodes.filter(({ isRoot }) => isRoot).map(({ segment }) => segment);
  const rename = names.addInput(
    nodes.map(({ segment }) => segment),
    roots,
  );
  return nodes.flatMap(({ dict, segment, isRoot, path }) => {
    const name = rename(segment, isRoot);
    if (name === segment) return [];
    setName(dict, name);
    return [{ input, from: path, to: path.slice(0, path.length - segment.length) + name }];
  });
}

/** Adds the form of `source` to that of `target`: fields, resources, calculation order. XFA is not carried over. */
export function appendForm(source: PdfFile, target: PdfFile, copier: ObjectCopier): void {
  const form = lookupDict(source.catalog, 'AcroForm');
  const roots = rootFields(source);
  if (form === undefined || roots.length === 0) return;
  const merged = formOf(target);
  for (const { ref, dict } of roots) {
    writeInherited(dict, form);
    arrayOf(merged, 'Fields').push(copier.copyRef(ref));
  }
  const order = lookupArray(form, 'CO');
  if (order !== undefined)
    for (const entry of order.asArray()) arrayOf(merged, 'CO').push(copier.copyValue(entry));
  const needAppearances = form.lookup(PDFName.of('NeedAppearances'));
  if (needAppearances === PDFBool.True) merged.set(PDFName.of('NeedAppearances'), needAppearances);
  mergeResources(lookupDict(form, 'DR'), merged, copier);
}

/** The AcroForm of the target, made when there is none. */
function formOf(target: PdfFile): PDFDict {
  const form = lookupDict(target.catalog, 'AcroForm');
  if (form !== undefined) {
    form.delete(PDFName.of('XFA'));
    return form;
  }
  const made = target.context.obj({ Fields: [] }) as PDFDict;
  target.catalog.set(PDFName.of('AcroForm'), target.context.register(made));
  return made;
}

/** Root fields; a field that lies directly in the array becomes an object of its own, so that it can be referred to. */
function rootFields(file: PdfFile): { ref: PDFRef; dict: PDFDict }[] {
  const form = lookupDict(file.catalog, 'AcroForm');
  const entries = form === undefined ? [] : (lookupArray(form, 'Fields')?.asArray() ?? []);
  return entries.flatMap((entry) => {
    const dict = file.context.lookup(entry);
    if (!(dict instanceof PDFDict)) return [];
    return [{ ref: entry instanceof PDFRef ? entry : file.context.register(dict), dict }];
  });
}

function writeInherited(field: PDFDict, form: PDFDict): void {
  for (const key of INHERITED_FROM_FORM) {
    const value = form.lookup(PDFName.of(key));
    if (value !== undefined && !field.has(PDFName.of(key))) field.set(PDFName.of(key), value);
  }
}

/** Fonts and the like that the merged form does not have yet; of two with one name the first stays. */
function mergeResources(from: PDFDict | undefined, form: PDFDict, copier: ObjectCopier): void {
  if (from === undefined) return;
  const merged = dictOf(form, 'DR');
  for (const [category, value] of from.entries()) {
    const entries = from.context.lookup(value);
    if (entries instanceof PDFDict) addMissing(dictOf(merged, nameText(category)), entries, copier);
  }
}

function addMissing(into: PDFDict, entries: PDFDict, copier: ObjectCopier): void {
  for (const [name, value] of entries.entries()) {
    if (!into.has(name)) into.set(name, copier.copyValue(value));
  }
}

function nameText(name: PDFName): string {
  return name.decodeText();
}

function dictOf(owner: PDFDict, key: string): PDFDict {
  const found = owner.lookup(PDFName.of(key));
  if (found instanceof PDFDict) return found;
  const made = PDFDict.withContext(owner.context);
  owner.set(PDFName.of(key), made);
  return made;
}

function arrayOf(owner: PDFDict, key: string): PDFArray {
  const found = owner.lookup(PDFName.of(key));
  if (found instanceof PDFArray) return found;
  const made = PDFArray.withContext(owner.context);
  owner.set(PDFName.of(key), made);
  return made;
}
