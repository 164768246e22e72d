import { PDFName, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { type PdfaClaim, readPdfaClaim, setPdfaClaim } from './conformance-claim.ts';

const PDFA = 'http://www.aiim.org/pdfa/ns/id/';
const PDFUA = 'http://www.aiim.org/pdfua/ns/id/';
const TITLE =
  '<rdf:Description rdf:about="uuid:1" xmlns:dc="d"><dc:title>pdfaid:part, \xc3\xa5</dc:title></rdf:Description>';
const TWO_B: PdfaClaim = { part: 2, level: 'B' };

const packetOf = (...descriptions: readonly string[]) =>
  `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r">${TITLE}${descriptions.join('')}</rdf:RDF></x:xmpmeta>`;
const describeBy = (inner: string, attributes = `xmlns:pdfaid="${PDFA}"`) =>
  `<rdf:Description rdf:about="uuid:1" ${attributes}>${inner}</rdf:Description>`;

function fileWith(packet: string | undefined) {
  const bodies = pageBodies(1);
  if (packet === undefined) return openPdf(buildPdf(bodies));
  bodies[1] = '<< /Type /Catalog /Pages 2 0 R /Metadata 10 0 R >>';
  bodies[10] = `<< /Type /Metadata /Subtype /XML /Length ${packet.length} >>\nstream\n${packet}\nendstream`;
  return openPdf(buildPdf(bodies));
}

/** The saved packet after setting the claim; null if it was removed. */
function settled(packet: string | undefined, claim: PdfaClaim | undefined) {
  const file = fileWith(packet);
  setPdfaClaim(file, claim);
  const saved = openPdf(file.save().toBytes());
  const metadata = saved.catalog.lookup(PDFName.of('Metadata'));
  const text = metadata instanceof PDFRawStream ? Buffer.from(metadata.contents).toString('latin1') : null;
  return { text, claim: readPdfaClaim(saved) };
}

const AS_ELEMENTS = describeBy(
  '<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>B</pdfaid:conformance><pdfaid:amd/>',
);
const WAYS: readonly (readonly [string, string])[] = [
  ['elements', AS_ELEMENTS],
  ['attributes', describeBy('', `xmlns:pdfaid='${PDFA}' pdfaid:part = '2' pdfaid:conformance="b"`)],
  ['another prefix', describeBy('<a:part>2</a:part><a:conformance> B </a:conformance>', `xmlns:a="${PDFA}"`)],
];

describe('what a file says of its conformance', () => {
  it.each(WAYS)('is read from %s', (_, description) =>
    expect(readPdfaClaim(fileWith(packetOf(description)))).toEqual(TWO_B),
  );

  it.each([
    ['no packet', undefined],
    ['a packet without a claim', packetOf()],
    ['an invalid part', packetOf(describeBy('<pdfaid:part>x</pdfaid:part>'))],
    ['a level alone', packetOf(describeBy('<pdfaid:conformance>B</pdfaid:conformance>'))],
  ])('is nothing for %s', (_, packet) => expect(readPdfaClaim(fileWith(packet))).toBeUndefined());

  it.each(WAYS)('is replaced in %s, and the rest of the packet stays', (_, description) => {
    const { text, claim } = settled(packetOf(description), { part: 3, level: 'B' });
    expect(claim).toEqual({ part: 3, level: 'B' });
    expect(text).toContain(TITLE);
    expect(text?.match(/:part/g)).toHaveLength(3);
  });

  it.each(WAYS)('is taken out of %s', (_, description) => {
    const { text, claim } = settled(packetOf(description), undefined);
    expect(claim).toBeUndefined();
    expect(text).toContain(TITLE);
    expect(text).not.toMatch(/[<\s]\w+:(part|conformance|amd)\b/);
  });

  it('of PDF/UA is removed too, with or without a claim of PDF/A', () => {
    const accessible = describeBy('<pdfuaid:part>1</pdfuaid:part>', `xmlns:pdfuaid="${PDFUA}"`);
    const { text, claim } = settled(packetOf(AS_ELEMENTS, accessible), TWO_B);
    expect(claim).toEqual(TWO_B);
    expect(text).not.toContain('<pdfuaid:part>');
  });

  it.each([
    [
      'as the default namespace',
      packetOf(`<rdf:Description xmlns="${PDFA}"><part>2</part></rdf:Description>`),
    ],
    ['with markup inside', packetOf(describeBy('<pdfaid:part><rdf:value>2</rdf:value></pdfaid:part>'))],
    ['in UTF-16', [...packetOf(AS_ELEMENTS)].map((letter) => `\0${letter}`).join('')],
  ])('goes with the packet when it is written %s', (_, packet) =>
    expect(settled(packet, undefined)).toEqual({ text: null, claim: undefined }),
  );

  it('is not made where there was none, nor a file changed that says nothing', () => {
    expect(settled(undefined, TWO_B)).toEqual({ text: null, claim: undefined });
    const file = fileWith(packetOf());
    setPdfaClaim(file, undefined);
    expect(file.save().segments).toEqual([]);
  });
});
