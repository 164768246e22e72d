import { openPdf } from '@countersign/pdf';
import { strip, stripActiveContent, stripSignatures } from '@countersign/seal';
import { describe, expect, it } from 'vitest';
import { buildPdf } from '../../packages/pdf/testing/build-pdf.ts';

const KINDS = [{ kind: 'table' }, { kind: 'stream', compressed: [1, 2, 3, 12, 30, 32] }] as const;

const stream = (entries: string, data: string) =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;

/** A page with a picture in a form XObject; objects from 30 are the test's. */
function build(bodies: Readonly<Record<number, string>>, options: (typeof KINDS)[number] = KINDS[0]) {
  return openPdf(
    buildPdf(
      {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /MediaBox [0 0 200 200] /Kids [3 0 R] >>',
        3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>',
        4: stream('', '/F Do'),
        5: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '0 0 9 9 re f'),
        ...bodies,
      },
      options,
    ),
  );
}

const specification = '<< /UF (secret.xml) /EF << /F 31 0 R >> >>';
/** /Type is optional (ISO 32000-1). */
const attached = { 30: specification, 31: stream('', 'the secret') };

describe.each(KINDS)('files in a file of kind $kind', (options) => {
  it.each([
    ['a form', 5, stream('/Subtype /Form /BBox [0 0 9 9] /AF [30 0 R]', '0 0 9 9 re f'), 'elsewhere'],
    ['a picture', 5, stream('/Subtype /Image /Width 1 /Height 1 /AF 30 0 R', 'x'), 'elsewhere'],
    ['a page', 3, '<< /Type /Page /Parent 2 0 R /AF [30 0 R] /Resources << >> >>', 'page'],
    [
      'a structure',
      1,
      '<< /Pages 2 0 R /StructTreeRoot << /K << /S /P /P 1 0 R /AF [30 0 R] >> >> >>',
      'structure',
    ],
    [
      'a namespace',
      1,
      '<< /Pages 2 0 R /StructTreeRoot << /Namespaces [<< /NS (x) /Schema 30 0 R >>] >> >>',
      'elsewhere',
    ],
    [
      'a note of some program',
      1,
      '<< /Pages 2 0 R /PieceInfo << /X << /Private 30 0 R >> >> >>',
      'elsewhere',
    ],
  ])('are taken from %s', (_, number, body, place) => {
    const file = build({ ...attached, [number]: body }, options);
    expect(stripActiveContent(file).removedContent).toEqual([
      expect.objectContaining({ kind: 'attachment', place, name: 'secret.xml', count: 1 }),
    ]);
    const bytes = Buffer.from(file.rewrite({ objectStreams: 'none' }).toBytes());
    expect([bytes.includes('the secret'), bytes.includes('secret.xml')]).toEqual([false, false]);
    expect(openPdf(bytes).page(0).geometry.mediaBox).toEqual([0, 0, 200, 200]);
    expect(strip(openPdf(bytes)).changed).toBe(false);
  });

  it('stay when attachments are kept', () => {
    const file = build({ ...attached, 5: stream('/Subtype /Form /AF [30 0 R]', '') }, options);
    expect(stripActiveContent(file, { keepAttachments: true }).removedContentCount).toBe(0);
    expect(file.save().segments).toEqual([]);
  });

  it('are taken when something other than their specification refers to them', () => {
    const body = stream('/Type /EmbeddedFile', 'the secret');
    const file = build({ 1: '<< /Pages 2 0 R /X 31 0 R >>', 31: body }, options);
    expect(stripActiveContent(file).removedContent).toEqual([
      { kind: 'attachment', place: 'elsewhere', count: 1 },
    ]);
    expect(Buffer.from(file.rewrite().toBytes()).includes('the secret')).toBe(false);
  });
});

describe.each(KINDS)('a page that is in no page tree, in a file of kind $kind', (options) => {
  /** A deleted page that a widget still refers to. */
  const deleted = {
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [12 0 R] >> >>',
    3: '<< /Type /Page /Parent 2 0 R /Annots [12 0 R] >>',
    12: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (kept) /Rect [0 0 9 9] /P 30 0 R >>',
    30: `<< /Type /Page /Parent 2 0 R /Contents 33 0 R /AA << /O << /S /Java#53cript /JS (dead\\(\\)) >> >>
      /Annots [31 0 R 32 0 R] >>`,
    31: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (dead.exe) >> >>',
    32: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (file:///dead) >> >>',
    33: stream('', '(dead words) Tj'),
  };

  it('does not come along with what it does', () => {
    const file = build(deleted, options);
    expect(strip(file)).toMatchObject({
      changed: true,
      removedContent: [
        { kind: 'javascript', place: 'elsewhere', count: 1 },
        { kind: 'launch', place: 'elsewhere', count: 1 },
      ],
    });
    const bytes = Buffer.from(file.rewrite({ objectStreams: 'none' }).toBytes());
    expect(bytes.includes('dead')).toBe(false);
    expect(bytes.includes('(kept)')).toBe(true);
    expect(strip(openPdf(bytes)).changed).toBe(false);
  });

  it('does not come along when something else was taken out', () => {
    const harmless = { ...deleted, 30: '<< /Type /Page /Parent 2 0 R /Contents 33 0 R >>' };
    expect(strip(build(harmless, options)).changed).toBe(false);
    const signed = { ...harmless, 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 11 0 R /DSS << >> >>' };
    const file = build({ ...signed, 11: '<< /Fields [12 0 R] >>' }, options);
    expect(stripSignatures(file).changed).toBe(true);
    expect(Buffer.from(file.rewrite().toBytes()).includes('dead words')).toBe(false);
  });

  it('does not bring a signature along that no field has', () => {
    const left = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <dead00> >>';
    const catalog = '<< /Type /Catalog /Pages 2 0 R /X 30 0 R >>';
    const file = build({ 1: catalog, 30: left }, options);
    expect(strip(file)).toMatchObject({ changed: true, removedRemains: true, removedSignatures: 0 });
    const bytes = Buffer.from(file.rewrite({ objectStreams: 'none' }).toBytes());
    expect([bytes.includes('ByteRange'), bytes.includes('dead00')]).toEqual([false, false]);
  });
});

describe('pictures that stand in for others', () => {
  it('lose what would be shown in their place', () => {
    const file = build({
      5: stream('/Subtype /Form /BBox [0 0 9 9] /Ref << /F (other.pdf) /Page 0 >>', '0 0 9 9 re f'),
      3: '<< /Type /Page /Parent 2 0 R /Resources << /XObject << /F 5 0 R /I 30 0 R >> >> >>',
      30: stream(
        '/Subtype /Image /Width 1 /Height 1 /Alternates [<< /Image 31 0 R /DefaultForPrinting true >>]',
        'x',
      ),
      31: stream('/Subtype /Image /Width 1 /Height 1', 'printed'),
    });
    expect(stripActiveContent(file).removedContent).toEqual([
      { kind: 'external_content', place: 'elsewhere', count: 1 },
      { kind: 'visibility', place: 'elsewhere', count: 1 },
    ]);
    const bytes = Buffer.from(file.rewrite().toBytes());
    expect([bytes.includes('other.pdf'), bytes.includes('printed')]).toEqual([false, false]);
    expect(bytes.includes('0 0 9 9 re f')).toBe(true);
  });
});

describe('streams whose data is in another file', () => {
  it('keep the data of their own, which readers show', () => {
    const outside = [
      '/F (http://127.0.0.1/x) /FFilter /FlateDecode',
      '/F << /F (x.bin) >>',
      '/F 31 0 R',
      '/F /AHx /Filter /A85',
    ];
    for (const entries of outside) {
      const file = build({ 4: stream(entries, '0 0 9 9 re f'), 31: '(other.bin)' });
      expect(stripActiveContent(file).removedContent).toEqual([
        { kind: 'external_content', place: 'elsewhere', count: 1 },
      ]);
      const bytes = Buffer.from(file.rewrite().toBytes());
      for (const gone of ['127.0.0.1', 'x.bin', 'other.bin', 'FFilter', 'AHx'])
        expect(bytes.includes(gone)).toBe(false);
      expect(bytes.includes('0 0 9 9 re f')).toBe(true);
    }
  });

  it('are not those with a short name for their filter, which readers apply', () => {
    const file = build({ 4: stream('/F /AHx', '302030203920392072652066>') });
    expect(stripActiveContent(file).removedContent).toEqual([]);
  });
});

describe('PostScript XObjects', () => {
  it('are replaced by empty forms, and forms lose their PostScript', () => {
    const file = build({
      3: '<< /Type /Page /Parent 2 0 R /Resources << /XObject << /F 5 0 R /X 30 0 R >> >> >>',
      5: stream('/Subtype /Form /BBox [0 0 9 9] /Subtype2 /PS /PS 31 0 R', '0 0 9 9 re f'),
      30: stream('/Type /XObject /Subtype /PS', '(999) show'),
      31: stream('', '(888) show'),
    });
    expect(stripActiveContent(file).removedContent).toEqual([
      { kind: 'postscript', place: 'elsewhere', count: 2 },
    ]);
    const bytes = Buffer.from(file.rewrite().toBytes());
    expect([bytes.includes('(999)'), bytes.includes('(888)')]).toEqual([false, false]);
    expect(bytes.includes('0 0 9 9 re f')).toBe(true);
    const again = openPdf(bytes);
    expect(stripActiveContent(again).removedContent).toEqual([]);
  });
});

describe('what only has the name of something active', () => {
  it('stays: elements of a structure, references between them, a catalog', () => {
    const file = build({
      1: '<< /Type /Catalog /Pages 2 0 R /S /Launch /F (x) /StructTreeRoot 30 0 R >>',
      30: '<< /Type /StructTreeRoot /K [31 0 R 32 0 R] >>',
      31: '<< /S /Sound /T (Title) /P 30 0 R /Ref [32 0 R] >>',
      32: '<< /S /Hide /T (Title) /P 30 0 R >>',
    });
    expect(strip(file).changed).toBe(false);
    expect(file.save().segments).toEqual([]);
  });

  it('stays: rights of usage to embed files, which forms of authorities have in every copy', () => {
    const file = build({
      1: '<< /Type /Catalog /Pages 2 0 R /X 30 0 R >>',
      30: '<< /TransformMethod /UR3 /TransformParams << /EF [/Create /Delete] >> >>',
    });
    expect(strip(file).changed).toBe(false);
  });

  it('ends, however often a thing refers to itself', () => {
    const file = build({ 1: '<< /Pages 2 0 R /EF << /F 31 0 R >> /AF [1 0 R] /X 30 0 R >>', ...attached });
    expect(strip(file).changed).toBe(true);
    expect(openPdf(file.rewrite().toBytes()).pageCount).toBe(1);
  });
});
