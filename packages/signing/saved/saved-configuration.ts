import { z } from 'zod';
import type { SharingSetting } from '../configuration/sharing.ts';

/** Of drafts, templates and public links. */
const savedRecord = z.object({
  id: z.string(),
  accountId: z.string(),
  userId: z.string(),
  /** From 1. */
  revision: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
  /** Null: never. */
  expiresAt: z.date().nullable(),
});

/** Without the limits of requests: what was saved stays readable when they change. */
export function savedState<Configuration extends z.ZodType, Own extends z.ZodRawShape>(
  _configuration: Configuration,
  own: Own,
) {
  return savedRecord.extend({ configuration: z.custom<z.infer<Configuration>>(isObject), ...own });
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** For the stores. */
export interface SavedState extends Readonly<z.infer<typeof savedRecord>> {
  /** SHA-256 (hex). */
  readonly tokenHash?: string | undefined;
  /** Encrypted at rest. */
  readonly token?: string | undefined;
  readonly configuration: {
    readonly fileId?: string | undefined;
    readonly sharingSetting?: SharingSetting | undefined;
  };
}

/** The file of a sent draft is kept for its document. */
export function neededFile(state: SavedState & { readonly documentId?: string | null }): string | undefined {
  return (state.documentId ?? null) === null ? state.configuration.fileId : undefined;
}
