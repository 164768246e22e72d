import { PDFBool, type PDFDict, PDFName } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { lookupArray, lookupDict } from './lookup.ts';

/** It needs Adobe's engine. Throws `xfa_not_supported`. */
export function refuseDynamicXfa(catalog: PDFDict): void {
  const form = lookupDict(catalog, 'AcroForm');
  if (form === undefined || !form.has(PDFName.of('XFA'))) return;
  const hasFields = (lookupArray(form, 'Fields')?.size() ?? 0) > 0;
  const needsRendering = catalog.lookup(PDFName.of('NeedsRendering')) === PDFBool.True;
  if (hasFields && !needsRendering) return;
  if (!needsRendering && !hasFields) return;
  throw new PdfError('xfa_not_supported', 'The form is a dynamic XFA form, which needs Adobe Reader');
}
