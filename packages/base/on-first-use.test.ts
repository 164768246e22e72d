import { expect, it, vi } from 'vitest';
import { onFirstUse } from './operations.ts';

it('loads once, and again after a failure', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('EMFILE')).mockResolvedValue('loaded');
  const find = onFirstUse(load);
  await expect(Promise.all([find(), find()])).rejects.toThrow('EMFILE');
  expect(await Promise.all([find(), find(), find()])).toEqual(['loaded', 'loaded', 'loaded']);
  expect(load).toHaveBeenCalledTimes(2);
});
