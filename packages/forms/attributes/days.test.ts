import { describe, expect, it } from 'vitest';
import { DAY_FORMATS, findDayFormat, formatDay, parseDay } from './days.ts';

describe('a day', () => {
  it('is written in each format and read again', () => {
    const written = DAY_FORMATS.map((format) => formatDay('2026-02-03', format));
    expect(written).toEqual(['2026-02-03', '03/02/2026', '02/03/2026', '03.02.2026']);
    expect(written.map((text, index) => parseDay(text, DAY_FORMATS[index] ?? 'YYYY-MM-DD'))).toEqual(
      DAY_FORMATS.map(() => '2026-02-03'),
    );
    expect(parseDay('2028-02-29', 'YYYY-MM-DD')).toBe('2028-02-29');
  });

  it.each([
    '',
    '3.2.2026',
    '03.02.26',
    '03/02/2026',
    '30.02.2026',
    '29.02.2027',
    '00.01.2026',
    '01.13.2026',
    '03.02.2026 ',
    ' 3.02.2026',
    '٠٣.٠٢.٢٠٢٦',
    '-1.02.2026',
  ])('%j is none of the format DD.MM.YYYY', (text) => {
    expect(parseDay(text, 'DD.MM.YYYY')).toBeNull();
  });
});

describe('a script of a date', () => {
  it.each([
    ['AFDate_FormatEx("yyyy-mm-dd");', 'YYYY-MM-DD'],
    ["AFDate_KeystrokeEx('dd/mm/yyyy')", 'DD/MM/YYYY'],
    [' AFDate_FormatEx ( "mm/dd/yyyy" ) ;\n', 'MM/DD/YYYY'],
    ['AFDate_FormatEx("dd.mm.yyyy");', 'DD.MM.YYYY'],
    ['AFDate_FormatEx("d mmm yyyy");', undefined],
    // Minutes.
    ['AFDate_FormatEx("yyyy-MM-dd");', undefined],
    ['AFDate_FormatEx("yyyy-mm-dd\');', undefined],
    ['if (true) AFDate_FormatEx("yyyy-mm-dd");', undefined],
    ['AFDate_FormatEx("yyyy-mm-dd"); app.alert(1);', undefined],
    ['AFTime_Format(0);', undefined],
    ['', undefined],
  ])('%j has the format %j', (script, format) => {
    expect(findDayFormat(script)).toBe(format);
  });
});
