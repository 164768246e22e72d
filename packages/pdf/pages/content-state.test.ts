import { describe, expect, it } from 'vitest';
import { readContentState } from './content-state.ts';

const stateOf = (content: string) => readContentState(Buffer.from(content, 'latin1'));

describe('the state that a content leaves', () => {
  it.each([
    ['q q Q', 'Q\n'],
    ['q BT /Span BMC', 'ET\nEMC\nQ\n'],
    ['/Tag <</MCID 0>> BDC BT ET EMC', ''],
    ['q[1]Q(q)<71>/q %q\n', ''],
  ])('after %j is ended by %j', (content, closing) => {
    expect(stateOf(content)).toEqual({ surplus: [], closing, isSound: true });
  });

  it.each(['qq QQ', 'bt Et bMC', 'q1 0q', 'EMCQ', 'BDCs', 'IDx', '\xffq q\xff', '1 -2 .3'])(
    'is nothing for words that only look like operators: %j',
    (content) => {
      expect(stateOf(content)).toMatchObject({ surplus: [], closing: '' });
    },
  );

  it('knows the operators that restore nothing by their places', () => {
    expect(stateOf('Q q Q Q')).toEqual({ surplus: [0, 6], closing: '', isSound: true });
  });

  it('knows the word endstream, at which MuPDF stops, outside of strings, names and comments', () => {
    const state = { surplus: [2, 3, 4, 5, 6, 7, 8, 9, 10], closing: 'Q\n', isSound: false, endsEarly: true };
    expect(stateOf('q endstream 0 g')).toEqual(state);
    expect(stateOf('(endstream) /endstream gs %endstream\n').endsEarly).toBeUndefined();
  });

  it('does not take data of an image for operators', () => {
    expect(stateOf('BI /W 1 ID q Q Q EI Q q')).toEqual({ surplus: [20], closing: 'Q\n', isSound: true });
  });

  it.each([
    ['q [ /oops', ']\nQ\n'],
    ['[ << /oops', '>> ]\n'],
    ['q (a (b', '))\nQ\n'],
    ['<abc', '>\n'],
    ['BI /W 1 ID a', 'EI\n'],
  ])('ends the token that %j leaves open by %j, and is not sound', (content, closing) => {
    expect(stateOf(content)).toEqual({ surplus: [], closing, isSound: false });
  });

  it.each(['0 g foo', 'Q4Td', '] 0 g', '0 g >>', '[ 0 g ]', 'trues', '}'])(
    'is not sound with an invalid operator: %j',
    (content) => {
      expect(stateOf(content)).toMatchObject({ closing: '', isSound: false });
    },
  );

  it.each(['/P true', '[(a) -3 .5 <71>] TJ', '/A << /B [1 null false] >> DP', '(a) \' T* f* "', 'BX EX'])(
    'is sound with operators and operands alone: %j',
    (content) => {
      expect(stateOf(content)).toMatchObject({ closing: '', isSound: true });
    },
  );
});
