import { describe, expect, it } from 'vitest';
import { addressOf, isFiltered, listPath, readQuery } from './model.tsx';

const read = (query: string) => readQuery(new URLSearchParams(query));

describe('what the list shows', () => {
  it('is in the address', () => {
    for (const address of [
      '/documents',
      '/documents?group=drafts',
      '/documents?search=a+b&from=2026-11-01&label=Hyra',
    ])
      expect(addressOf(read(address.split('?')[1] ?? ''))).toBe(address);
    expect(read('group=nonsense&from=yesterday')).toEqual({
      group: null,
      search: '',
      from: '',
      to: '',
      label: '',
    });
    expect(read('from=2026-02-31').from).toMatch(/^(2026-02-31)?$/);
  });

  it('asks the API for the whole of both days', () => {
    const query = new URLSearchParams(
      listPath(read('group=done&from=2026-11-01&to=2026-11-01')).split('?')[1],
    );
    const [after, before] = ['createdAfter', 'createdBefore'].map((name) =>
      Date.parse(query.get(name) ?? ''),
    );
    expect((before ?? 0) - (after ?? 0)).toBe(24 * 3_600_000 + 1);
    expect([query.get('group'), query.get('include')]).toEqual(['done', 'progress']);
  });

  it('is filtered by words or days, not by the group', () => {
    expect([
      isFiltered(read('group=done')),
      isFiltered(read('search=%20')),
      isFiltered(read('search=a')),
      isFiltered(read('label=a')),
    ]).toEqual([false, false, true, true]);
  });
});
