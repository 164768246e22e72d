import { z } from 'zod';
import { linkConfiguration } from '../configuration/configuration.ts';
import type { Immutable } from '../immutable.ts';
import { savedState } from '../saved/saved-configuration.ts';

/** With the defaults filled in. */
export const storedLinkConfiguration = linkConfiguration.required({
  language: true,
  sharingSetting: true,
  fields: true,
  fieldsReadonlyMode: true,
  disablePrinting: true,
});
export type StoredLinkConfiguration = Immutable<z.infer<typeof storedLinkConfiguration>>;

/** One address at which many people sign, each a document of their own. */
export const publicLinkState = savedState(storedLinkConfiguration, {
  /** SHA-256 (hex) of the token of its address, for lookup. */
  tokenHash: z.string(),
  /** The token itself: the owner sees the address again. Adapters keep it encrypted at rest. */
  token: z.string(),
  /** Set once and never unset. */
  disabledAt: z.date().nullable(),
  /** Whether its file has `svc-access-document`: visitors see the document before they say who they are. */
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

/** `processing` is in the specification; preparing a link takes no time, so none has it. */
export const PUBLIC_LINK_STATUSES = ['active', 'disabled', 'processing'] as const;
export type PublicLinkStatus = (typeof PUBLIC_LINK_STATUSES)[number];

export function publicLinkStatus({ disabledAt }: PublicLink): PublicLinkStatus {
  return disabledAt === null ? 'active' : 'disabled';
}
