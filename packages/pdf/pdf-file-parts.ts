import type { PDFCatalog, PDFContext } from 'pdf-lib';
import type { LazyObjectMap } from './lazy-object-map.ts';
import type { PageTree } from './pages/page-tree.ts';
import type { ObjectReader } from './read/object-reader.ts';
import type { FileStructure } from './read/xref-chain.ts';

export interface PdfFileParts {
  readonly context: PDFContext;
  readonly reader: ObjectReader;
  readonly objects: LazyObjectMap;
  readonly structure: FileStructure;
  readonly catalog: PDFCatalog;
  readonly pageTree: PageTree;
}
