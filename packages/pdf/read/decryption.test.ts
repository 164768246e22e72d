import { type PDFDict, PDFName, PDFRef, type PDFStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../merge/merge.ts';
import { openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import { buildEncrypted, hexString, NO_CHANGES, streamBody, TestEncryption } from '../testing/encrypt-pdf.ts';
import { lookupArray } from './lookup.ts';
import { decodeTextString } from './strings.ts';

const AES = '/CF << /Own << /CFM /AESV2 /Length 16 >> >>';
const encryption = new TestEncryption();

function textAt(file: PdfFile, number: number, key = 'Text'): string | undefined {
  const dict = file.context.lookup(PDFRef.of(number)) as PDFDict;
  return decodeTextString(dict.lookup(PDFName.of(key)));
}

function contentsAt(file: PdfFile, number: number): string {
  const stream = file.context.lookup(PDFRef.of(number)) as PDFStream;
  return Buffer.from(stream.getContents()).toString('latin1');
}

function codeOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

describe('crypt filters', () => {
  it('differ for strings, streams and embedded files', () => {
    const filters = `/CF << /A << /CFM /AESV2 >> /R << /CFM /V2 >> >> /StrF /A /StmF /R /EFF /A`;
    const bytes = buildEncrypted(
      {
        10: `<< /Text ${hexString(encryption.aes(10, 'a string'))} >>`,
        11: streamBody(encryption.rc4(11, 'a stream')),
        12: streamBody(encryption.aes(12, 'a file'), '/Type /EmbeddedFile'),
        13: streamBody(encryption.rc4(13, '<x/>'), '/Type /Metadata'),
      },
      encryption.trailer(filters),
    );
    const file = openPdf(bytes);
    expect(textAt(file, 10)).toBe('a string');
    expect([11, 12, 13].map((number) => contentsAt(file, number))).toEqual(['a stream', 'a file', '<x/>']);
  });

  it('of a stream decide, and are gone in what is written', () => {
    const plain = Buffer.from('plain text');
    const named = '/Filter [/Crypt] /DecodeParms [<< /Type /CryptFilterDecodeParms /Name /Own >>]';
    const bytes = buildEncrypted(
      {
        10: streamBody(plain, '/Filter /Crypt'),
        11: streamBody(plain, '/Filter [/Crypt] /DecodeParms [<< /Name /Identity >>]'),
        12: streamBody(encryption.aes(12, 'own'), named),
        13: streamBody(plain, '/Filter /Crypt /DecodeParms << /Name /Nowhere >>'),
        14: streamBody(
          encryption.aes(14, '68656C6C6F>'),
          '/Filter [/Crypt /ASCIIHexDecode] /DecodeParms [<< /Name /Own >> null]',
        ),
      },
      encryption.trailer(AES),
    );
    for (const file of [openPdf(bytes), openPdf(openPdf(bytes).rewrite().toBytes())]) {
      const contents = [10, 11, 12, 13, 14].map((number) => contentsAt(file, number));
      expect(contents).toEqual(['plain text', 'plain text', 'own', 'plain text', '68656C6C6F>']);
    }
    expect(Buffer.from(openPdf(bytes).rewrite().toBytes()).toString('latin1')).not.toMatch(/Crypt/);
  });

  it('of a stream may be objects of their own, shared with other streams', () => {
    const shared = '/Filter 12 0 R /DecodeParms 13 0 R';
    const bytes = buildEncrypted(
      {
        10: streamBody(Buffer.from('68656C6C6F>'), shared),
        11: streamBody(Buffer.from('776F726C64>'), shared),
        12: '[/Crypt /ASCIIHexDecode]',
        13: '[14 0 R null]',
        14: '<< /Name /Identity >>',
      },
      encryption.trailer(`${AES} /StmF /Own`),
    );
    for (const file of [openPdf(bytes), openPdf(openPdf(bytes).rewrite().toBytes())])
      expect([10, 11].map((number) => contentsAt(file, number))).toEqual(['68656C6C6F>', '776F726C64>']);
  });

  it('that a stream has in itself end', () => {
    const bodies = { 10: streamBody(encryption.rc4(10, 'a stream'), '/Filter 10 0 R /DecodeParms 10 0 R') };
    const filters = '/CF << /R << /CFM /V2 >> >> /StmF /R';
    expect(contentsAt(openPdf(buildEncrypted(bodies, encryption.trailer(filters))), 10)).toBe('a stream');
  });

  it('do not replace Identity', () => {
    const filters = '/CF << /Identity << /CFM /AESV2 >> /Own << /CFM /AESV2 >> >> /StmF /Own';
    const bodies = { 10: streamBody(Buffer.from('plain text'), '/Filter /Crypt') };
    expect(contentsAt(openPdf(buildEncrypted(bodies, encryption.trailer(filters))), 10)).toBe('plain text');
  });

  it('came with version 4, before which all metadata is encrypted', () => {
    const trailer = encryption
      .trailer('')
      .replace('/V 4 /R 4', '/V 2 /R 3')
      .replace('/EncryptMetadata true', '/EncryptMetadata false');
    const bodies = { 10: streamBody(encryption.rc4(10, '<x/>'), '/Type /Metadata') };
    expect(contentsAt(openPdf(buildEncrypted(bodies, trailer)), 10)).toBe('<x/>');
  });

  it('leave metadata alone that is not encrypted', () => {
    const partly = new TestEncryption(undefined, false);
    const bodies = {
      10: streamBody(Buffer.from('<x/>'), '/Type /Metadata'),
      11: streamBody(partly.aes(11, 'a stream')),
    };
    const file = openPdf(buildEncrypted(bodies, partly.trailer(`${AES} /StmF /Own /StrF /Own`)));
    expect([10, 11].map((number) => contentsAt(file, number))).toEqual(['<x/>', 'a stream']);
  });

  it.each([
    '/StmF /Nowhere',
    '/StrF /Nowhere',
    '/EFF /Nowhere',
    '/StmF /Own /CF << /Own << /CFM /AESV4 >> >>',
  ])('that do not exist make the file unreadable: %s', (filters) => {
    expect(codeOf(() => openPdf(buildEncrypted({}, encryption.trailer(filters))))).toBe('locked');
  });
});

describe('strings', () => {
  const trailer = encryption.trailer(`${AES} /StmF /Own /StrF /Own`);

  it('are decrypted in nested values, and read the same again', () => {
    const secret = hexString(encryption.aes(10, 'deep'));
    const file = openPdf(
      buildEncrypted({ 10: `<< /A [[<< /Text ${secret} >>]] /Text ${secret} >>` }, trailer),
    );
    const inner = lookupArray(file.context.lookup(PDFRef.of(10)) as PDFDict, 'A')?.toString();
    expect(inner).toContain('(deep)');
    expect(textAt(openPdf(file.save().toBytes()), 10)).toBe('deep');
  });

  it('of the signature itself are not encrypted', () => {
    const name = hexString(encryption.aes(10, 'A. Signer'));
    const body = `<< /Type /Sig /ByteRange [0 1 2 3] /Contents <3082> /Name ${name} >>`;
    const file = openPdf(buildEncrypted({ 10: body }, trailer));
    expect(textAt(file, 10, 'Name')).toBe('A. Signer');
    expect(String((file.context.lookup(PDFRef.of(10)) as PDFDict).get(PDFName.of('Contents')))).toBe(
      '<3082>',
    );
  });

  it.each([
    ['empty', Buffer.alloc(0), ''],
    ['only a vector', Buffer.alloc(16), ''],
    ['cut within a block', encryption.aes(10, 'sixteen letters!').subarray(0, 40), 'sixteen letters!'],
  ])('of a wrong length: %s', (_, bytes, text) => {
    const file = openPdf(buildEncrypted({ 10: `<< /Text ${hexString(bytes)} >>` }, trailer));
    expect(textAt(file, 10)).toBe(text);
  });

  it('are changed and saved', () => {
    const file = openPdf(
      buildEncrypted({ 10: `<< /Text ${hexString(encryption.aes(10, 'old'))} >>` }, trailer),
    );
    file.setEntry(PDFRef.of(10), PDFName.of('New'), PDFName.of('Value'));
    const saved = file.save().toBytes();
    expect(Buffer.from(saved).toString('latin1')).not.toContain('/Encrypt');
    const again = openPdf(saved);
    expect(again.encryption).toBeUndefined();
    expect([textAt(again, 10), again.repaired]).toEqual(['old', false]);
  });
});

describe('a file that may not be changed', () => {
  const locked = new TestEncryption(NO_CHANGES);
  const bytes = buildEncrypted(
    { 10: `<< /Text ${hexString(locked.aes(10, 'read me'))} >>` },
    locked.trailer(`${AES} /StmF /Own /StrF /Own`),
  );

  it('is read', () => {
    const file = openPdf(bytes);
    expect(textAt(file, 10)).toBe('read me');
    expect(file.encryption).toMatchObject({ allowsChanges: false, isOwner: false });
  });

  it('is not written', () => {
    for (const write of [
      (file: PdfFile) => file.save(),
      (file: PdfFile) => file.rewrite(),
      (file: PdfFile) => file.saveIncremental(),
      (file: PdfFile) => mergePdfs([file]),
    ])
      expect(codeOf(() => write(openPdf(bytes)))).toBe('locked');
  });
});

describe('hostile encryption dictionaries', () => {
  const objects = { 10: `<< /Text (x) >>` };
  const base = encryption.trailer(`${AES} /StmF /Own /StrF /Own`);

  it.each([
    ['an endless /Length', base.replace('/Length 128', '/Length 99999999999999')],
    ['a negative /Length', base.replace('/Length 128', '/Length -8')],
    ['a /Length that is a name', base.replace('/Length 128', '/Length /Long')],
  ])('%s does not matter in version 4', (_, trailer) => {
    expect(openPdf(buildEncrypted(objects, trailer)).encryption).toBeDefined();
  });

  it.each([
    ['a short /O', base.replace(/\/O <\w+>/, '/O <4f>'), 'locked'],
    ['a short /U', base.replace(/\/U <\w+>/, '/U <>'), 'locked'],
    ['no /P', base.replace(/\/P -?\d+/, ''), 'password_required'],
    ['another revision', base.replace('/R 4', '/R 99'), 'locked'],
    ['revision 6 without keys', base.replace('/V 4 /R 4', '/V 5 /R 6'), 'locked'],
    ['another version', base.replace('/V 4', '/V 3'), 'locked'],
    ['a filter that is a reference to itself', base.replace('/StmF /Own', '/StmF 10 0 R'), undefined],
    ['a reference to nothing', '/Encrypt 99 0 R', 'locked'],
    ['a reference to a page', '/Encrypt 3 0 R', 'locked'],
    ['a number', '/Encrypt 5', 'locked'],
    ['null', '/Encrypt null', undefined],
  ])('%s', (_, trailer, code) => {
    expect(codeOf(() => openPdf(buildEncrypted(objects, trailer)))).toBe(code);
  });
});
