import { describe, expect, it } from 'vitest';
import { DAY_FORMATS, formatDay, parseDay } from './time.ts';

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
