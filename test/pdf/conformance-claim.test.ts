import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addFields } from '@countersign/forms';
import { openPdf, readPdfaClaim } from '@countersign/pdf';
import { complaintsOfQpdf } from '@countersign/pdf/testing';
import { createDevelopmentSigner } from '@countersign/seal';
import { inlineToolkit } from '@countersign/toolkit';
import { verifySignatures } from '@countersign/verify';
import { PDFDocument, PDFName } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'countersign-pdfa-'));
const signer = join(folder, 'signer.pem');
beforeAll(async () => writeFileSync(signer, (await createDevelopmentSigner({ key: 'ec-p256' })).pem));
afterAll(() => rmSync(folder, { recursive: true }));

interface Kind {
  readonly claim: string;
  readonly colours?: 'RGB ' | 'CMYK';
  /** `ours` is embedded; `standard` is in Helvetica, which is not. */
  readonly withField?: 'standard' | 'ours';
}

/** Only the profile header is read (ICC.1 7.2). */
function profileOf(colours: string): Buffer {
  const header = Buffer.alloc(128);
  header.write(colours, 16, 'latin1');
  header.write('acsp', 36, 'latin1');
  return header;
}

async function build({ claim, colours, withField }: Kind): Promise<string> {
  const made = await PDFDocument.create();
  const { context, catalog } = made;
  const page = made.addPage([595, 842]);
  const packet = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${claim[0]}</pdfaid:part><pdfaid:conformance>${claim[1]}</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
  const metadata = context.stream(packet, { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(metadata));
  if (colours !== undefined) {
    const profile = context.register(context.stream(profileOf(colours), { N: colours === 'CMYK' ? 4 : 3 }));
    const intent = { Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile: profile };
    catalog.set(PDFName.of('OutputIntents'), context.obj([intent]));
  }
  if (withField === 'standard') made.getForm().createTextField('name').addToPage(page);
  const path = join(folder, 'input.pdf');
  const file = openPdf(await made.save({ useObjectStreams: false }));
  const at = { page: 0, x: 50, width: 200, height: 20 };
  if (withField === 'ours') {
    await addFields(file, [
      { ...at, name: 'name', y: 50, value: 'Åsa (k)', color: [0, 0, 1] },
      { ...at, name: 'agree', type: 'checkbox', y: 80, width: 20, value: true },
      { ...at, name: 'day', type: 'listbox', y: 110, height: 60, options: [{ label: 'Mon' }], value: 'Mon' },
    ]);
  }
  writeFileSync(path, file.save().toBytes());
  return path;
}

describe.each<readonly [string, Kind, string | null]>([
  ['of part 2 with an RGB intent becomes part 3', { claim: '2U', colours: 'RGB ' }, 'PDF/A-3b'],
  ['of part 3 with structure stays without', { claim: '3A', colours: 'RGB ' }, 'PDF/A-3b'],
  ['of part 1, which knows no attachments, goes', { claim: '1B', colours: 'RGB ' }, null],
  ['of part 4 goes', { claim: '4F', colours: 'RGB ' }, null],
  ['with an intent for print goes', { claim: '2B', colours: 'CMYK' }, null],
  ['without an intent goes', { claim: '2B' }, null],
  ['of a form goes', { claim: '3B', colours: 'RGB ', withField: 'standard' }, null],
  ['of a form with embedded fonts stays', { claim: '3B', colours: 'RGB ', withField: 'ours' }, 'PDF/A-3b'],
])('a claim', (title, kind, sealed) => {
  it(title, async () => {
    const input = await build(kind);
    const output = join(folder, 'sealed.pdf');
    const toolkit = inlineToolkit({ signer: { kind: 'pem', certificatePath: signer, keyPath: signer } });
    const claimed = `PDF/A-${kind.claim.toLowerCase()}`;
    expect((await toolkit.inspectUpload({ input })).conformance).toEqual({ claimed, sealed });
    const box = { id: 'ada', type: 'signature', page: 0, x: 20, y: 20, width: 219, height: 58 } as const;
    await toolkit.complete({
      input,
      output,
      values: [],
      stamps: [{ box, typedName: 'Ada Łovelace', lines: ['2026-11-21 14:00 UTC'] }],
      seal: { reason: 'Test', signedAt: '2026-11-21T14:00:05.000Z' },
      evidence: {
        report: { title: 'Evidence', introduction: '', sections: [], footer: '' },
        record: { fileName: 'evidence.json', description: 'Evidence', facts: {} },
      },
    });
    const file = openPdf(output);
    const claim = readPdfaClaim(file);
    file.close();
    expect(claim ? `PDF/A-${claim.part}${claim.level?.toLowerCase()}` : null).toBe(sealed);
    expect(verifySignatures(output)).toMatchObject([{ valid: true, coversWholeDocument: true }]);
    expect(complaintsOfQpdf(readFileSync(output))).toBe('');
  });
});
