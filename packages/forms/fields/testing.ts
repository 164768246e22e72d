import { openPdf, type PdfFile } from '@countersign/pdf';
import { PDFDocument, type PDFPage } from 'pdf-lib';

/** One 600 x 800 page that `build` fills by pdf-lib. */
export async function buildFile(build: (document: PDFDocument, page: PDFPage) => void): Promise<PdfFile> {
  return openPdf(await buildBytes(build));
}

export async function buildBytes(build: (document: PDFDocument, page: PDFPage) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  build(document, document.addPage([600, 800]));
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}

/** `widgets` become /Annots and, by default, /Fields. */
export function buildRaw(
  widgets: readonly Record<string, unknown>[],
  options: { fields?: 'all' | 'none'; acroForm?: Record<string, unknown> } = {},
): Promise<PdfFile> {
  return buildFile((document, page) => {
    const { context } = document;
    const literal = context.obj.bind(context) as (value: unknown) => ReturnType<typeof context.obj>;
    const refs = widgets.map((widget) => context.register(literal(widget)));
    page.node.set(context.obj('Annots') as never, literal(refs));
    const fields = options.fields === 'none' ? [] : refs;
    document.catalog.set(context.obj('AcroForm') as never, literal({ Fields: fields, ...options.acroForm }));
  });
}
