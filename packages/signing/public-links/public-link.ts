import { z } from 'zod';
import { linkConfiguration } from '../configuration/configuration.ts';
import type { Immutable } from '../immutable.ts';
import { savedState } from '../saved/saved-configuration.ts';

export const storedLinkConfiguration = linkConfiguration.required({
  language: true,
  sharingSetting: true,
  fields: true,
  fieldsReadonlyMode: true,
  disablePrinting: true,
});
export type StoredLinkConfiguration = Immutable<z.infer<typeof storedLinkConfiguration>>;

/** Many people sign at one address, each a document of their own. */
export const publicLinkState = savedState(storedLinkConfiguration, {
  /** SHA-256 (hex). */
  tokenHash: z.string(),
  /** The owner sees the address again. Encrypted at rest. */
  token: z.string(),
  /** Once and for all. */
  disabledAt: z.date().nullable(),
  /** By `svc-access-document`: before visitors say who they are. */
  isFileShown: z.boolean(),
  counts: z.object({
    /** Browsers that opened it. */
    opened: z.number(),
    /** Visitors who entered their code. */
    started: z.number(),
    completed: z.number(),
  }),
});

export type PublicLink = Immutable<z.infer<typeof publicLinkState>>;

/** `processing` is in the specification; no link has it. */
export const PUBLIC_LINK_STATUSES = ['active', 'disabled', 'processing'] as const;
export type PublicLinkStatus = (typeof PUBLIC_LINK_STATUSES)[number];

export function publicLinkStatus({ disabledAt }: PublicLink): PublicLinkStatus {
  return disabledAt === null ? 'active' : 'disabled';
}
