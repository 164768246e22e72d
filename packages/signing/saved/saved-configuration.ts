import { z } from 'zod';

/** Common members of drafts, templates and public links. */
const savedRecord = z.object({
  id: z.string(),
  accountId: z.string(),
  /** The owner. */
  userId: z.string(),
  /** Counts the changes, from 1. */
  revision: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
  /** The date of removal; null: never. */
  expiresAt: z.date().nullable(),
});

/**
 * Returns the stored shape of a saved configuration with its own members. The configuration was checked when it was saved,
 * and stays readable when a limit of requests changes.
 */
export function savedState<Configuration extends z.ZodType, Own extends z.ZodRawShape>(
  _configuration: Configuration,
  own: Own,
) {
  return savedRecord.extend({ configuration: z.custom<z.infer<Configuration>>(isObject), ...own });
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** What stores need of every saved configuration. */
export interface SavedState extends Readonly<z.infer<typeof savedRecord>> {
  /** SHA-256 (hex) of `token`, for lookup. */
  readonly tokenHash?: string | undefined;
  /** Of an address. Adapters keep it encrypted at rest. */
  readonly token?: string | undefined;
  readonly configuration: {
    readonly fileId?: string | undefined;
    readonly sharingSetting?: 'private' | 'shared' | undefined;
  };
}

/** The file that has to be kept for a saved configuration; the file of a sent draft is kept for its document. */
export function neededFile(state: SavedState & { readonly documentId?: string | null }): string | undefined {
  return (state.documentId ?? null) === null ? state.configuration.fileId : undefined;
}
