import { lookupArray, lookupDict, lookupName, type PdfFile, type PdfPage } from '@countersign/pdf';
import { PDFDict } from 'pdf-lib';

/** Annotations that stripping removes. */
const ACTIVE_KINDS = new Set(['RichMedia', '3D', 'Movie', 'Sound', 'Screen', 'FileAttachment']);

/** Maximum depth of fields above or below a widget. */
const MAX_LEVELS = 32;

export function isActive(annotation: PDFDict): boolean {
  return ACTIVE_KINDS.has(lookupName(annotation, 'Subtype') ?? '');
}

export function isWidget(annotation: PDFDict): boolean {
  return lookupName(annotation, 'Subtype') === 'Widget';
}

/** Finds the signature widgets of a page, by their field, a parent, or a signature field's /Kids. */
export function findSignatureWidgets(file: PdfFile, page: PdfPage): Set<PDFDict> {
  const listed = listSignatureKids(file);
  const widgets = page.annotations().map(({ dict }) => dict);
  return new Set(widgets.filter((dict) => isWidget(dict) && (listed.has(dict) || isOfSignature(dict))));
}

function isOfSignature(widget: PDFDict): boolean {
  let node: PDFDict | undefined = widget;
  for (let level = 0; node !== undefined && level < MAX_LEVELS; level++) {
    const type = lookupName(node, 'FT');
    if (type !== undefined) return type === 'Sig';
    node = lookupDict(node, 'Parent');
  }
  return false;
}

/** Collects all kids of the form's signature fields. */
function listSignatureKids(file: PdfFile): Set<PDFDict> {
  const found = new Set<PDFDict>();
  const form = lookupDict(file.catalog, 'AcroForm');
  let nodes = form === undefined ? [] : dictsOf(form, 'Fields').filter(isOfSignature);
  for (let level = 0; nodes.length > 0 && level < MAX_LEVELS; level++) {
    for (const node of nodes) found.add(node);
    nodes = nodes.flatMap((node) => dictsOf(node, 'Kids')).filter((kid) => !found.has(kid));
  }
  return found;
}

function dictsOf(owner: PDFDict, key: string): PDFDict[] {
  const items = lookupArray(owner, key)?.asArray() ?? [];
  return items.map((item) => owner.context.lookup(item)).filter((item) => item instanceof PDFDict);
}
