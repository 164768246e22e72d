import { describe, expect, it } from 'vitest';
import { maskPersonalNumber } from './personal-data.ts';

describe('maskPersonalNumber', () => {
  it.each([
    ['19121212-1212', '********-1212'],
    ['191212121212', '********1212'],
    ['121212+1212', '******+1212'],
    ['131052-308T', '******-308T'],
    ['12345678Z', '*****678Z'],
    ['  X1234567L ', '*****567L'],
    ['12 34 56 78901', '** ** ** *8901'],
    ['١٢٣٤٥٦٧٨', '****٥٦٧٨'],
    ['123456', '***456'],
    ['1', '*'],
    ['', ''],
  ])('shows of %s no more than %s', (number, masked) => expect(maskPersonalNumber(number)).toBe(masked));
});
