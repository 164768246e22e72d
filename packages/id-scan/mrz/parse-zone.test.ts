import { describe, expect, it } from 'vitest';
import { checkDigitOf } from './layouts.ts';
import { parseZone } from './parse-zone.ts';

const TODAY = '2011-06-01';

const PASSPORT = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
];
const CARD = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
];
const LARGE_CARD = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
const LONG_NUMBER = [
  'I<UTOD23145890<7349<<<<<<<<<<<',
  '3407127M9507122UTO<<<<<<<<<<<2',
  'STEVENSON<<PETER<JOHN<<<<<<<<<',
];
const FRENCH = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6'];
const SWEDISH = [
  'I<SWE59000002<8198703142391<<<',
  '8703145M1701027SWE<<<<<<<<<<<8',
  'SPECIMEN<<SVEN<<<<<<<<<<<<<<<<',
];

const ERIKSSON = {
  lastName: 'ERIKSSON',
  firstName: 'ANNA MARIA',
  birthDate: '1974-08-12',
  expiryDate: '2012-04-15',
  issuingState: 'UTO',
  nationality: 'UTO',
  sex: 'F',
};

describe('specimens of ICAO Doc 9303', () => {
  it.each([
    [
      'a passport',
      PASSPORT,
      {
        ...ERIKSSON,
        format: 'td3',
        isPassport: true,
        documentNumber: 'L898902C3',
        personalNumber: 'ZE184226B',
      },
    ],
    [
      'a card',
      CARD,
      { ...ERIKSSON, format: 'td1', isPassport: false, documentNumber: 'D23145890', personalNumber: null },
    ],
    ['a larger card', LARGE_CARD, { ...ERIKSSON, format: 'td2', documentNumber: 'D23145890' }],
    [
      'a number with more than nine characters',
      LONG_NUMBER,
      { documentNumber: 'D23145890734', personalNumber: null, birthDate: '1934-07-12' },
    ],
  ])('%s', (_, lines, content) => {
    expect(parseZone(lines, TODAY)).toMatchObject({ content });
  });
});

describe('specimens of states', () => {
  it('a French card of 1988', () => {
    expect(parseZone(FRENCH, TODAY)).toMatchObject({
      content: {
        format: 'french_id',
        lastName: 'BERTHIER',
        firstName: 'CORINNE',
        documentNumber: '880692310285',
        birthDate: '1965-12-06',
        expiryDate: null,
        issueMonth: '1988-06',
        nationality: 'FRA',
      },
    });
  });

  it('a Swedish card with a personal number', () => {
    expect(parseZone(SWEDISH, TODAY)).toMatchObject({
      content: { personalNumber: '198703142391', documentNumber: '59000002', birthDate: '1987-03-14' },
    });
  });
});

describe('is refused', () => {
  it.each([
    ['other lengths', ['P<UTO', 'L89'], 'format'],
    ['a visa', PASSPORT.map((line) => line.replace('P<UTO', 'V<UTO')), 'kind'],
    [
      'a letter among the digits of a date',
      PASSPORT.map((line) => line.replace('740812', '74O812')),
      'characters',
    ],
    ['no name', PASSPORT.map((line) => line.replace('ERIKSSON<<ANNA<MARIA', '<'.repeat(20))), 'name'],
  ])('%s', (_, lines, problem) => expect(parseZone(lines, TODAY)).toEqual({ problem }));

  it('every changed digit or letter of the second line', () => {
    const [first = '', second = ''] = PASSPORT;
    const accepted = Array.from(second).flatMap((character, position) => {
      // The nationality and the sex have no check digit.
      if ((position >= 10 && position < 13) || position === 20) return [];
      const changed =
        character === '<' ? '1' : character === '9' ? '0' : String.fromCharCode(character.charCodeAt(0) + 1);
      const lines = [first, second.slice(0, position) + changed + second.slice(position + 1)];
      return 'content' in parseZone(lines, TODAY) ? [position] : [];
    });
    expect(accepted).toEqual([]);
  });

  it('a day that does not exist', () => {
    const date = '741312';
    const number = 'L898902C36';
    const tail = '1204159ZE184226B<<<<<1';
    const birth = date + checkDigitOf(date);
    const line = `${number}UTO${birth}F${tail}${checkDigitOf(number + birth + tail)}`;
    expect(parseZone([PASSPORT[0] ?? '', line], TODAY)).toEqual({ problem: 'date' });
  });
});
