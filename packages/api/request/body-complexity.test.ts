import { describe, expect, it } from 'vitest';
import { refuseComplexJson } from './body.ts';

const REFUSED = expect.objectContaining({
  code: 'invalid_request',
  params: { rule: 'body_complexity', member: '', values: 50_000, members: 1000, levels: 32 },
});

const refuse = (body: unknown) => () => refuseComplexJson(JSON.stringify(body));

describe('the complexity of a body', () => {
  it('is refused when it has more levels than any request, before it is parsed', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nest = (levels: number) => `${open.repeat(levels)}${close.repeat(levels)}`;
      expect(() => refuseComplexJson(nest(33))).toThrow(REFUSED);
      expect(() => refuseComplexJson(open.repeat(500_000))).toThrow(REFUSED);
      expect(() => refuseComplexJson(nest(32))).not.toThrow();
    }
  });

  it('is refused when it has more values than any request, as members or as entries', () => {
    const entries = Array.from({ length: 50_000 }, () => 1);
    expect(refuse({ entries })).toThrow(REFUSED);
    expect(refuse(Object.fromEntries(entries.slice(0, 1001).entries()))).toThrow(REFUSED);
    expect(refuse(Array.from({ length: 1000 }, () => entries.slice(0, 60)))).toThrow(REFUSED);
    expect(refuse(Object.fromEntries(entries.slice(0, 1000).entries()))).not.toThrow();
  });

  it('is not refused for the largest request there is: a value for each of 10,000 fields', () => {
    const values = Array.from({ length: 10_000 }, (_, index) => ({ name: `field ${index}`, value: 'x' }));
    expect(refuse({ values })).not.toThrow();
  });

  it('does not count what is inside texts', () => {
    expect(refuse({ '[{,"\\': '[{,"\\'.repeat(60_000) })).not.toThrow();
    expect(() => refuseComplexJson('{"a": "no end \\')).not.toThrow();
  });

  it('is found by reading each character once', () => {
    const readsFor = (count: number) => {
      const text = JSON.stringify({ a: Array.from({ length: count }, () => ({ 'b"': 'c' })) });
      let reads = 0;
      // The part of a string that the check uses.
      const counted = {
        length: text.length,
        charCodeAt: (index: number) => ++reads && text.charCodeAt(index),
      };
      refuseComplexJson(counted as unknown as string);
      return [reads, text.length];
    };
    for (const count of [1000, 2000]) {
      const [reads = 0, length = 0] = readsFor(count);
      expect(reads).toBeLessThanOrEqual(length);
    }
  });
});
