import { openPdf } from '@countersign/pdf';
import { PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { keepDateFormats } from './date-fields.ts';
import { readFormFields } from './form-fields.ts';
import { buildRaw } from './testing.ts';

const text = (value: string) => PDFString.of(value);
const script = (code: string) => ({ S: 'JavaScript', JS: text(code) });
const DAY = { F: script('AFDate_FormatEx("dd.mm.yyyy");') };
const field = (entries: Record<string, unknown> = {}) => ({
  ...{ Subtype: 'Widget', FT: 'Tx', T: text('day'), Rect: [10, 10, 110, 30], AA: DAY },
  ...entries,
});

async function formatOf(entries: Record<string, unknown>): Promise<string | undefined> {
  return readFormFields(await buildRaw([field(entries)]))[0]?.dateFormat;
}

describe('a date field of a file', () => {
  it('has the format of its script, whichever of the two says it', async () => {
    expect(await formatOf({})).toBe('DD.MM.YYYY');
    expect(await formatOf({ AA: { K: script('AFDate_KeystrokeEx("yyyy-mm-dd")') } })).toBe('YYYY-MM-DD');
    expect(await formatOf({ V: text('03.02.2027'), MaxLen: 10 })).toBe('DD.MM.YYYY');
  });

  it.each([
    ['whose format nobody knows', { AA: { F: script('AFDate_FormatEx("mmm yy")') } }],
    ['whose value is another text', { V: text('in spring') }],
    ['that has no room for it', { MaxLen: 8 }],
    ['that is to be an address', { T: text('Mail|svc-format-email') }],
    ['that is a choice', { FT: 'Ch', Ff: 1 << 17, Opt: [text('01.01.2027')] }],
    ['whose actions are broken', { AA: { F: [1], K: { JS: 7 } } }],
  ])('takes any text, if it is one %s', async (_, entries) => {
    expect(await formatOf(entries)).toBeUndefined();
  });

  it('keeps its format without its script', async () => {
    const file = await buildRaw([field(), field({ T: text('other'), AA: {} })]);
    keepDateFormats(file);
    const changed = Buffer.from(file.rewrite().toBytes()).toString('latin1').replaceAll('/AA', '/ZZ');
    const fields = readFormFields(openPdf(Buffer.from(changed, 'latin1')));
    expect(fields.map(({ name, dateFormat }) => [name, dateFormat])).toEqual([
      ['day', 'DD.MM.YYYY'],
      ['other', undefined],
    ]);
  });
});
