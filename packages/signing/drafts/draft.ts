import { z } from 'zod';
import { draftConfiguration } from '../configuration/configuration.ts';
import type { SigningErrorCode } from '../errors.ts';
import type { Immutable } from '../immutable.ts';
import { savedState } from '../saved/saved-configuration.ts';

const problem = z.object({
  code: z.custom<SigningErrorCode>((code) => typeof code === 'string'),
  path: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const draftState = savedState(draftConfiguration, {
  /** Null until it is sent. */
  documentId: z.string().nullable(),
  /** Found at the last change. */
  fileProblems: z.array(problem),
  /** Unused download addresses. */
  downloads: z.array(z.object({ tokenHash: z.string(), expiresAt: z.date() })),
});

export type Draft = Immutable<z.infer<typeof draftState>>;

export const DRAFT_STATUSES = ['draft', 'sent', 'expired'] as const;
export type DraftStatus = (typeof DRAFT_STATUSES)[number];

export function statusOf({ documentId, expiresAt }: Draft, now: Date): DraftStatus {
  if (documentId !== null) return 'sent';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'draft';
}
