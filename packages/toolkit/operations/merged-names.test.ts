import { describe, expect, it } from 'vitest';
import { MergedNames } from './merged-names.ts';

/** Returns the names of each input's fields after merging; all are root fields. */
function merge(...inputs: readonly (readonly string[])[]): string[][] {
  const names = new MergedNames();
  return inputs.map((input) => {
    return names.addInput(input.map((segment) => ({ segment, isRoot: true })));
  });
}

describe('merged names', () => {
  it('stay when no other input has them', () => {
    expect(merge(['a', 'b'], ['c'])).toEqual([['a', 'b'], ['c']]);
  });

  it('get a number when an earlier input has them, before the attributes', () => {
    expect(merge(['a|svc-date-now'], ['a|svc-date-now'], ['a|svc-date-now'])).toEqual([
      ['a|svc-date-now'],
      ['a#2|svc-date-now'],
      ['a#3|svc-date-now'],
    ]);
  });

  it('do not take a number that another field has', () => {
    expect(merge(['a', 'a#2'], ['a'])).toEqual([['a', 'a#2'], ['a#3']]);
    // Of a file that was merged before.
    expect(merge(['a'], ['a', 'a#2'])).toEqual([['a'], ['a#3', 'a#2']]);
    expect(merge(['a'], ['a', 'a#2'], ['a#2', 'a'])).toEqual([['a'], ['a#3', 'a#2'], ['a#2#2', 'a#4']]);
  });

  it('keep the fields of one group together under a free index', () => {
    const passport = ['scan|svc-scan-id[1]', 'first|svc-scanned-id-mrz-firstname[1]'];
    expect(merge(passport, ['other|svc-scan-id[1]', 'last|svc-scanned-id-mrz-lastname[1]'])).toEqual([
      passport,
      ['other|svc-scan-id[2]', 'last|svc-scanned-id-mrz-lastname[2]'],
    ]);
  });

  it('do not move an index onto another of the same input', () => {
    expect(merge(['a|svc-scan-id[1]'], ['b|svc-scan-id[1]', 'c|svc-scan-id[2]'])).toEqual([
      ['a|svc-scan-id[1]'],
      ['b|svc-scan-id[3]', 'c|svc-scan-id[2]'],
    ]);
  });

  it('count every kind of group for itself', () => {
    expect(merge(['a|svc-scan-id[1]'], ['b|svc-upload-attachment[1]'])).toEqual([
      ['a|svc-scan-id[1]'],
      ['b|svc-upload-attachment[1]'],
    ]);
  });
});
