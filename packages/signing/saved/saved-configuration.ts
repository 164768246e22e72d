import { z } from 'zod';

/** What drafts, templates and public links have in common: a configuration that somebody of an account saved. */
const savedRecord = z.object({
  id: z.string(),
  accountId: z.string(),
  /** The owner. */
  userId: z.string(),
  /** Counts the changes, from 1. */
  revision: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
  /** When it is removed; null: never. */
  expiresAt: z.date().nullable(),
});

/** The stored shape of a saved configuration, with members of its own. */
export function savedState<Configuration extends z.ZodType, Own extends z.ZodRawShape>(
  configuration: Configuration,
  own: Own,
) {
  return savedRecord.extend({ configuration, ...own });
}

/** What stores need to know of every saved configuration. */
export interface SavedState extends Readonly<z.infer<typeof savedRecord>> {
  readonly configuration: {
    readonly fileId?: string | undefined;
    readonly sharingSetting?: 'private' | 'shared' | undefined;
  };
}
