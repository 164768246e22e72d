import { DEFAULT_PAGE_SIZE, MAX_OFFSET, MAX_PAGE_SIZE, type Page } from '@countersign/signing';
import { z } from 'zod';

/** [D5-28] [D5-29] [D5-30] */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  offset: z.coerce.number().int().min(0).max(MAX_OFFSET).default(0),
});

/** `nextOffset` is null on the last page. */
export const pageAnswer = z.object({
  limit: z.int(),
  offset: z.int(),
  nextOffset: z.int().nullable(),
});

export function presentPage({ limit, offset }: z.output<typeof pageQuery>, { nextOffset }: Page<unknown>) {
  return { limit, offset, nextOffset };
}
