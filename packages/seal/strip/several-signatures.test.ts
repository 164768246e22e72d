import { openPdf } from '@countersign/pdf';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { strip } from './strip.ts';

const WIDGET = '/Type /Annot /Subtype /Widget /P 3 0 R /Rect [10 10 90 40]';

function signature(number: number, subFilter: string, more: string): string {
  const signed = `/ByteRange [0 10 20 30] /Contents <DEADBEEF0${number}> /Name (Person ${number})`;
  return `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter} ${signed} /M (D:202401020304${number}5Z) ${more} >>`;
}

function reference(method: string, parameters: string): string {
  const transform = `<< /Type /TransformParams /V /1.2 ${parameters} >>`;
  return `/Reference [<< /Type /SigRef /Data 1 0 R /TransformMethod /${method} /TransformParams ${transform} >>]`;
}

const FIRST_REVISION = {
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 4 0 R /Perms << /DocMDP 10 0 R /UR3 14 0 R >> /DSS 20 0 R >>',
  2: '<< /Type /Pages /Count 1 /MediaBox [0 0 200 200] /Kids [3 0 R] >>',
  3: '<< /Type /Page /Parent 2 0 R /Annots [5 0 R 6 0 R 7 0 R 8 0 R] >>',
  4: '<< /SigFlags 3 /Fields [5 0 R 6 0 R 7 0 R 8 0 R] >>',
  5: `<< ${WIDGET} /FT /Sig /T (Certified) /V 10 0 R /AP << /N 30 0 R >> >>`,
  6: `<< ${WIDGET} /FT /Sig /T (Approved) /V 11 0 R /Lock 12 0 R /SV << /Type /SV /Ff 1 >> >>`,
  7: `<< ${WIDGET} /F 2 /FT /Sig /T (Stamped) /V 13 0 R >>`,
  8: `<< ${WIDGET} /FT /Tx /T (amount) /V (4711) >>`,
  10: signature(1, 'adbe.pkcs7.detached', reference('DocMDP', '/P 2')),
  11: signature(2, 'ETSI.CAdES.detached', reference('FieldMDP', '/Action /Include /Fields [(amount)]')),
  12: '<< /Type /SigFieldLock /Action /Include /Fields [(amount)] >>',
  13: signature(3, 'ETSI.RFC3161', '').replace('/Type /Sig', '/Type /DocTimeStamp'),
  14: signature(4, 'adbe.pkcs7.detached', reference('UR3', '/Form [/FillIn] /P true')),
  20: '<< /Type /DSS /VRI << /ABCDEF << /Cert [21 0 R] >> >> /Certs [21 0 R] >>',
  21: '<< /Length 11 >>\nstream\nCERTIFICATE\nendstream',
  30: '<< /Type /XObject /Subtype /Form /BBox [0 0 80 30] /Length 9 >>\nstream\n/GONE Do \nendstream',
};

function buildSigned(): Buffer {
  const body = (objects: Readonly<Record<number, string>>) =>
    Object.entries(objects)
      .map(([number, object]) => `${number} 0 obj\n${object}\nendobj\n`)
      .join('');
  const again = {
    8: FIRST_REVISION[8].replace('4711', '4712'),
    11: FIRST_REVISION[11].replace('Person', 'Former'),
  };
  const trailer = 'trailer << /Root 1 0 R >>\n%%EOF\n';
  return Buffer.from(`%PDF-1.7\n${body(FIRST_REVISION)}${trailer}${body(again)}${trailer}`);
}

const TRACES =
  /Sig|DocTimeStamp|ByteRange|DEADBEEF|DocMDP|FieldMDP|UR3|DSS|VRI|CERTIFICATE|Perms|Lock|\/SV|GONE|Person|Former|Approved|ETSI|adbe|4711/;

describe('a file with a certification, an approval, a timestamp and usage rights', () => {
  const file = openPdf(buildSigned());
  const report = strip(file);
  const stripped = Buffer.from(file.rewrite({ objectStreams: 'none' }).toBytes());

  it('is reported with field, signer and time', () => {
    expect(report).toMatchObject({
      removedFields: ['Certified', 'Approved', 'Stamped'],
      removedSignatures: 3,
      signatures: [
        { fieldName: 'Certified', signerName: 'Person 1', signedAt: '2024-01-02T03:04:15.000Z' },
        { fieldName: 'Approved', signerName: 'Former 2', signedAt: '2024-01-02T03:04:25.000Z' },
        { fieldName: 'Stamped', signerName: 'Person 3', signedAt: '2024-01-02T03:04:35.000Z' },
      ],
      removedCertification: true,
      removedRemains: true,
    });
  });

  it('keeps no trace of them in any revision', () => {
    expect(buildSigned().toString('latin1')).toMatch(TRACES);
    expect(stripped.toString('latin1')).not.toMatch(TRACES);
  });

  it('keeps its page and its other field', async () => {
    const form = (await PDFDocument.load(stripped)).getForm();
    expect(form.getFields().map((field) => field.getName())).toEqual(['amount']);
    expect(form.getTextField('amount').getText()).toBe('4712');
    expect(openPdf(stripped).page(0).annotations()).toHaveLength(1);
  });
});
