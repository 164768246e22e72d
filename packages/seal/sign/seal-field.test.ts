import { openPdf } from '@countersign/pdf';
import { complaintsOfQpdf, withMupdf } from '@countersign/pdf/testing';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { createDevelopmentSigner, type DevelopmentSigner } from '../signers/development-signer.ts';
import { buildFile } from '../testing/build-file.ts';
import { type SealOptions, sealPdf } from './seal-pdf.ts';

const OPTIONS = { reason: 'Agreed', name: 'Ada', signedAt: new Date('2026-11-28T12:00:00Z') };
const LINES = { lines: ['Signed by Ada'] };
const WIDGET = '/Type/Annot/Subtype/Widget/FT/Sig/P 3 0 R/F 4';
let signer: DevelopmentSigner;

beforeAll(async () => {
  signer = await createDevelopmentSigner({ key: 'ec-p256' });
});

/** A page that lists objects 4 and 5 as annotations; the form has both. */
function formOf(
  first: string,
  { second = '', page = '', annotations = '[4 0 R 5 0 R]', more = {} } = {},
): Buffer {
  return buildFile({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>',
    2: '<</Type/Pages/Count 1/MediaBox[0 0 300 400]/Resources<<>>/Kids[3 0 R]>>',
    3: `<</Type/Page/Parent 2 0 R/Annots ${annotations}${page}>>`,
    4: `<<${first}>>`,
    5: `<</T(other)/FT/Tx${second}>>`,
    ...more,
  });
}

const signature = (entries = '', rect = '[10 10 110 60]') => `/T(sig)${WIDGET}/Rect${rect}${entries}`;

async function seal(pdf: Uint8Array, options: Partial<SealOptions> = {}): Promise<Uint8Array> {
  return (await sealPdf(openPdf(pdf), signer, { ...OPTIONS, field: 'sig', ...options })).toBytes();
}

const appended = (before: Uint8Array, after: Uint8Array) =>
  Buffer.from(after.subarray(before.length)).toString('latin1');

function textOf(pdf: Uint8Array, page = 0): string {
  return withMupdf(pdf, (document) =>
    document.loadPage(page).toDisplayList(true).toStructuredText('').asText(),
  );
}

describe('an existing field', () => {
  it('is signed by its name, in one appended revision', async () => {
    const before = formOf(signature());
    const after = await seal(before);
    expect(before.equals(after.subarray(0, before.length))).toBe(true);
    expect(appended(before, after).match(/\/T ?\(sig\)/g)).toHaveLength(1);
    expect(appended(before, after)).toContain('/SigFlags 3');
    expect(complaintsOfQpdf(after)).toBe('');
  });

  it('shows the text in its rectangle', async () => {
    const after = await seal(formOf(signature()), { appearance: LINES });
    expect(textOf(after)).toContain('Signed by Ada');
    expect(complaintsOfQpdf(after)).toBe('');
  });

  it('is shown even if it was hidden', async () => {
    const before = formOf(signature('').replace('/F 4', '/F 34'));
    const after = await seal(before, { appearance: LINES });
    expect(appended(before, after)).toMatch(/\/F 4\b/);
  });

  it('may be the kid of a group, named with a period', async () => {
    const before = buildFile({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
      2: '<</Type/Pages/Count 1/MediaBox[0 0 300 400]/Resources<<>>/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/Annots[5 0 R]>>',
      4: '<</T(group)/FT/Sig/Kids[5 0 R]>>',
      5: '<</T(sig)/Type/Annot/Subtype/Widget/Parent 4 0 R/Rect[10 10 110 60]>>',
    });
    const after = await seal(before, { field: 'group.sig', appearance: LINES });
    expect(textOf(after)).toContain('Signed by Ada');
    await expect(seal(after, { field: 'group.sig' })).rejects.toMatchObject({ params: { reason: 'signed' } });
    await expect(seal(before, { field: 'group' })).rejects.toMatchObject({
      params: { reason: 'other_type' },
    });
  });

  it('may have its widget as a kid', async () => {
    const more = { 6: `<<${WIDGET}/Parent 4 0 R/Rect[10 10 110 60]>>` };
    const before = formOf('/T(sig)/FT/Sig/Kids[6 0 R]', { annotations: '[6 0 R]', more });
    expect(textOf(await seal(before, { appearance: LINES }))).toContain('Signed by Ada');
  });

  it.each([
    ['is signed', signature('/V<</Type/Sig>>'), {}, 'signed'],
    ['is a text field', '/T(sig)/FT/Tx', {}, 'other_type'],
    ['has no type', '/T(sig)', {}, 'other_type'],
    ['is there twice', signature(), { second: '/T(sig)/FT/Sig' }, 'ambiguous'],
    ['has a lock that cannot be read', signature('/Lock<</Action/Some>>'), {}, 'lock_not_readable'],
    ['has a number for a lock', signature('/Lock 7'), {}, 'lock_not_readable'],
  ])('that %s is refused', async (_, field, others, reason) => {
    const before = formOf(field, others);
    await expect(seal(before)).rejects.toMatchObject({
      code: 'field_not_usable',
      params: { field: 'sig', reason },
    });
  });

  it.each([
    ['no area', signature('', '[10 10 10 60]'), {}, 'no_area'],
    ['a rectangle of names', signature('', '[/a/b/c/d]'), {}, 'no_area'],
    ['a rectangle of unreadable numbers', signature('', '[0 0 /x 9007199254740993]'), {}, 'no_area'],
    ['no widget', '/T(sig)/FT/Sig', {}, 'no_area'],
    ['a widget on no page', signature(), { annotations: '[]' }, 'no_area'],
    ['a box besides its own', signature(), { box: true }, 'has_rectangle'],
  ])(
    'with %s cannot be shown, and is not changed',
    async (_, field, { box = false, ...others }: { box?: boolean; annotations?: string }, reason) => {
      const file = openPdf(formOf(field, others));
      const own = box ? { box: { page: 0, x: 0, y: 0, width: 50, height: 50 } } : {};
      const sealing = sealPdf(file, signer, { ...OPTIONS, field: 'sig', appearance: { ...LINES, ...own } });
      await expect(sealing).rejects.toMatchObject({ code: 'field_not_usable', params: { reason } });
      expect(file.saveIncremental().increment).toHaveLength(0);
      if (reason === 'no_area') expect(complaintsOfQpdf(await seal(formOf(field, others)))).toBe('');
    },
  );

  it('with two widgets cannot be shown', async () => {
    const widget = `<<${WIDGET}/Parent 4 0 R/Rect[10 10 110 60]>>`;
    const more = { 6: widget, 7: widget };
    const before = formOf('/T(sig)/FT/Sig/Kids[6 0 R 7 0 R]', { annotations: '[6 0 R 7 0 R]', more });
    await expect(seal(before, { appearance: LINES })).rejects.toMatchObject({
      params: { reason: 'several_widgets' },
    });
  });

  it('may be huge, or over another field', async () => {
    const huge = await seal(formOf(signature('', '[-100000 -100000 100000 100000]')), { appearance: LINES });
    expect(complaintsOfQpdf(huge)).toBe('');
    const over = await seal(formOf(signature(), { second: '/Subtype/Widget/Rect[10 10 110 60]' }), {
      appearance: LINES,
    });
    expect(textOf(over)).toContain('Signed by Ada');
  });

  it.each(['4 0 R', '5 0 R'])('may call %s its parent, or have itself as a kid', async (parent) => {
    const cyclic = formOf(signature(`/Parent ${parent}/Kids[4 0 R]`), { second: '/Parent 4 0 R' });
    expect(complaintsOfQpdf(await seal(cyclic))).toBe('');
  });
});

describe('a new field', () => {
  const box = { page: 0, x: 20, y: 30, width: 120, height: 40 };

  it('has the name that was asked for', async () => {
    const before = formOf(signature());
    const after = await seal(before, { field: 'Ünterschrift', appearance: { ...LINES, box } });
    const names = withMupdf(after, (document) =>
      document
        .loadPage(0)
        .getWidgets()
        .map((widget) => widget.getName()),
    );
    expect(names).toContain('Ünterschrift');
    expect(textOf(after)).toContain('Signed by Ada');
  });

  it.each([
    ['other', 'other_type'],
    ['', 'invalid_name'],
    ['a.b', 'invalid_name'],
    ['a\0', 'invalid_name'],
    ['\ud800', 'invalid_name'],
  ])('cannot be named %j', async (field, reason) => {
    await expect(seal(formOf(signature()), { field })).rejects.toMatchObject({
      code: 'field_not_usable',
      params: { field, reason },
    });
  });

  it.each([
    ['over the edge', { ...box, x: 250 }, 'box_outside_page'],
    ['on a page that is not there', { ...box, page: 1 }, 'page_out_of_range'],
    ['without a size', { ...box, width: 0 }, 'invalid_argument'],
    ['nowhere', undefined, 'invalid_argument'],
  ])('cannot be %s', async (_, wrong, code) => {
    const sealing = seal(formOf(signature()), { field: 'new', appearance: { ...LINES, box: wrong } });
    await expect(sealing).rejects.toMatchObject({ code });
  });

  it('is listed on its own page, even if another page has the same list', async () => {
    const before = buildFile({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 2/MediaBox[0 0 300 400]/Resources<<>>/Kids[3 0 R 4 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/Annots 5 0 R>>',
      4: '<</Type/Page/Parent 2 0 R/Annots 5 0 R>>',
      5: '[]',
    });
    const after = await seal(before, { field: 'new', appearance: { ...LINES, box: { ...box, page: 1 } } });
    expect([textOf(after, 0), textOf(after, 1)].map((text) => text.includes('Ada'))).toEqual([false, true]);
  });
});

describe('seed values', () => {
  const withSeeds = (seeds: string) => formOf(signature(`/SV<</Type/SV${seeds}>>`));

  it.each([
    ['nothing', ''],
    ['what is only suggested', '/Ff 0/Filter/Other/SubFilter[/x]/DigestMethod[(SHA1)]/Reasons[(No)]/V 9'],
    ['the same filter', '/Ff 1/Filter/Adobe.PPKLite'],
    ['a known version', '/Ff 4/V 2'],
    ['one of two digests', '/Ff 64/DigestMethod[(SHA1)(SHA256)]'],
    ['its reason', '/Ff 8/Reasons[(Agreed)(Approved)]'],
    ['no certification', '/MDP<</P 0>>'],
    ['a timestamp as a suggestion', '/TimeStamp<</URL(http://127.0.0.1:1/)>>'],
    ['a certificate as a suggestion', '/Cert<</Subject[(x)]>>'],
    ['no revocation data', '/Ff 32/AddRevInfo false'],
    ['a document that is not locked', '/Ff 128/LockDocument/auto'],
  ])('that ask for %s are met', async (_, seeds) => {
    expect(complaintsOfQpdf(await seal(withSeeds(seeds)))).toBe('');
  });

  it.each([
    ['/Ff 1/Filter/Other', 'Filter', ''],
    ['/Ff 2/SubFilter[/adbe.x509.rsa_sha1 7]', 'SubFilter', 'adbe.x509.rsa_sha1, '],
    ['/Ff 4/V 4', 'V', ''],
    ['/Ff 4', 'V', ''],
    ['/Ff 8/Reasons[(Approved)]', 'Reasons', 'Approved'],
    ['/Ff 16', 'LegalAttestation', ''],
    ['/Ff 32/AddRevInfo true', 'AddRevInfo', ''],
    ['/Ff 64/DigestMethod[(SHA384)]', 'DigestMethod', 'SHA384'],
    ['/Ff 64/DigestMethod 7', 'DigestMethod', ''],
    ['/Ff 128/LockDocument/true', 'LockDocument', ''],
    ['/Ff 256/AppearanceFilter(x)', 'AppearanceFilter', ''],
    ['/TimeStamp<</Ff 1/URL(http://127.0.0.1:1/)>>', 'TimeStamp', ''],
    ['/Cert<</Ff 1/Subject[(x)]>>', 'Cert.Subject', ''],
    ['/Cert<</Ff 2/Issuer 7>>', 'Cert.Issuer', ''],
    ['/Cert<</Ff 4/OID[(1.2)]>>', 'Cert.OID', ''],
    ['/Cert<</Ff 32/KeyUsage[(1)]>>', 'Cert.KeyUsage', ''],
    ['/MDP<</P 7>>', 'MDP', '7'],
    ['/MDP 7', 'MDP', ''],
  ])('%s is refused, naming %s', async (seeds, entry, allowed) => {
    await expect(seal(withSeeds(seeds))).rejects.toMatchObject({
      code: 'seed_value_not_met',
      params: { field: 'sig', entry, allowed },
    });
  });

  it('that are no dictionary are refused', async () => {
    await expect(seal(formOf(signature('/SV 7')))).rejects.toMatchObject({ params: { entry: 'SV' } });
  });

  it('choose the sub filter, no reason and the level of certification', async () => {
    const before = withSeeds(
      '/Ff 10/SubFilter[/x/adbe.pkcs7.detached/ETSI.CAdES.detached]/Reasons[(.)]/MDP<</P 2>>',
    );
    const text = appended(before, await seal(before));
    expect(text).toContain('/SubFilter/adbe.pkcs7.detached');
    expect(text).not.toContain('/Reason(');
    expect(text).toMatch(/\/DocMDP[\s\S]*\/P 2\b/);
    await expect(seal(before, { certify: 1 })).rejects.toMatchObject({
      params: { entry: 'MDP', allowed: '2' },
    });
    await expect(seal(before, { certify: false })).rejects.toMatchObject({ params: { entry: 'MDP' } });
  });

  it('allow the certificate of the signer, and no other', async () => {
    const der = Buffer.from(signer.certificateChain[0] ?? []).toString('hex');
    const before = withSeeds(`/Cert<</Ff 1/Subject[<00><${der}>]>>`);
    expect(complaintsOfQpdf(await seal(before))).toBe('');
    const other = await createDevelopmentSigner({ key: 'ec-p256' });
    const sealing = sealPdf(openPdf(before), other, { ...OPTIONS, field: 'sig' });
    await expect(sealing).rejects.toMatchObject({ params: { entry: 'Cert.Subject' } });
  });
});

test('a lock becomes FieldMDP of the signature', async () => {
  const before = formOf(signature('/Lock<</Type/SigFieldLock/Action/Include/Fields[(other)]>>'));
  const text = appended(before, await seal(before));
  expect(text).toContain('/TransformMethod/FieldMDP');
  expect(text).toMatch(/\/Action\/Include/);
  expect(text).toContain('/Data 1 0 R');
});
