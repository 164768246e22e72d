import { PDFName, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { withMupdf } from '../testing/draw-by-mupdf.ts';
import { datePacket } from './modification-date.ts';

const NOON = new Date('2026-05-04T12:00:00.789Z');
const ROTATE = PDFName.of('Rotate');

const PACKET = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="uuid:1" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:MetadataDate="2020-01-01T00:00:00Z"><xmp:ModifyDate>2020-01-01T00:00:00+02:00</xmp:ModifyDate><xmp:CreateDate>2019-01-01</xmp:CreateDate></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

function fileWith(packet: string | undefined, info: string | undefined) {
  const bodies = pageBodies(1);
  if (packet !== undefined) {
    bodies[1] = '<< /Type /Catalog /Pages 2 0 R /Metadata 10 0 R >>';
    bodies[10] = `<< /Type /Metadata /Subtype /XML /Length ${packet.length} >>\nstream\n${packet}\nendstream`;
  }
  if (info !== undefined) bodies[11] = info;
  return openPdf(buildPdf(bodies, { trailer: info === undefined ? '' : '/Info 11 0 R' }));
}

function edited(file: ReturnType<typeof openPdf>) {
  file.page(0).dict.set(ROTATE, file.context.obj(90));
  return file;
}

function packetOf(bytes: Uint8Array): string {
  const metadata = openPdf(bytes).catalog.lookup(PDFName.of('Metadata'));
  return metadata instanceof PDFRawStream ? Buffer.from(metadata.contents).toString('latin1') : '';
}

function dateOfMupdf(bytes: Uint8Array): string | undefined {
  return withMupdf(bytes, (document) => document.getMetaData('info:ModDate'));
}

describe('the modification date', () => {
  it('is left alone when nothing was changed or no date is given', () => {
    const info = '<< /ModDate (D:20200101000000Z) >>';
    expect(fileWith(PACKET, info).save({ modifiedAt: NOON }).segments).toEqual([]);
    const saved = Buffer.from(edited(fileWith(PACKET, info)).save().toBytes()).toString('latin1');
    expect(saved.match(/ModDate/g)).toHaveLength(1);
  });

  it.each(['save', 'rewrite'] as const)('is written by %s into the dictionary and the packet', (way) => {
    const file = edited(fileWith(PACKET, '<< /Title (T) /ModDate (D:20200101000000Z) >>'));
    const saved = file[way]({ modifiedAt: NOON }).toBytes();
    expect(complaintsOfQpdf(saved)).toBe('');
    const packet = packetOf(saved);
    expect(packet).toContain('<xmp:ModifyDate>2026-05-04T12:00:00Z</xmp:ModifyDate>');
    expect(packet).toContain('xmp:MetadataDate="2026-05-04T12:00:00Z"');
    expect(packet).toContain('<xmp:CreateDate>2019-01-01</xmp:CreateDate>');
    expect(dateOfMupdf(saved)).toBe('D:20260504120000Z');
  });

  it('creates a missing information dictionary', () => {
    const saved = edited(fileWith(undefined, undefined)).save({ modifiedAt: NOON }).toBytes();
    expect(complaintsOfQpdf(saved)).toBe('');
    expect(String(openPdf(saved).trailer.lookup(PDFName.of('Info')))).toContain('(D:20260504120000Z)');
  });

  it('adds nothing when the same date is given again', () => {
    const file = edited(fileWith(PACKET, '<< /Title (T) >>'));
    const again = openPdf(file.save({ modifiedAt: NOON }).toBytes());
    expect(again.save({ modifiedAt: NOON }).segments).toEqual([]);
  });

  it('goes into a packet that has none, about the same resource', () => {
    const bare =
      '<rdf:RDF xmlns:rdf="x"><rdf:Description rdf:about="uuid:7" dc:x="1"></rdf:Description></rdf:RDF>';
    expect(datePacket(bare, '2026-05-04T12:00:00Z')).toBe(
      bare.replace(
        '</rdf:RDF>',
        '<rdf:Description rdf:about="uuid:7" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:ModifyDate>2026-05-04T12:00:00Z</xmp:ModifyDate></rdf:Description></rdf:RDF>',
      ),
    );
    expect(datePacket('no XMP at all', '2026-05-04T12:00:00Z')).toBeUndefined();
  });
});
