import type { Immutable } from '@countersign/base';
import { z } from 'zod';
import { storedReading } from '../assistant/assistant.ts';
import {
  draftConfiguration,
  type LinkConfiguration,
  linkConfiguration,
  templateConfiguration,
} from '../configuration/configuration.ts';
import type { SharingSetting } from '../configuration/members.ts';
import { storedTextTags } from '../configuration/text-tags.ts';
import type { SigningErrorCode } from '../errors.ts';
import { defineStoredState, type StoredState } from '../stored-state/stored-state.ts';

/** The members that drafts, templates and public links have in common. */
const savedRecord = z.object({
  id: z.string(),
  accountId: z.string(),
  userId: z.string(),
  /** Revisions begin at 1. */
  revision: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
  /** Null: never. */
  expiresAt: z.date().nullable(),
});

/** The schema has no limits of requests: what was saved stays readable when they change. */
function savedState<Configuration extends z.ZodType, Own extends z.ZodRawShape>(
  _configuration: Configuration,
  own: Own,
) {
  return savedRecord.extend({ configuration: z.custom<z.infer<Configuration>>(isObject), ...own });
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** What the stores need of every saved state. */
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

const problem = z.object({
  code: z.custom<SigningErrorCode>((code) => typeof code === 'string'),
  path: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

const draftState = savedState(draftConfiguration, {
  /** It is null until it is sent. */
  documentId: z.string().nullable(),
  /** Found at the last change. */
  fileProblems: z.array(problem),
  /** Download addresses that were not used. */
  downloads: z.array(z.object({ tokenHash: z.string(), expiresAt: z.date() })),
});

export type Draft = Immutable<z.infer<typeof draftState>>;

export const DRAFT_STATUSES = ['draft', 'sent', 'expired'] as const;
export type DraftStatus = (typeof DRAFT_STATUSES)[number];

export function statusOf({ documentId, expiresAt }: Draft, now: Date): DraftStatus {
  if (documentId !== null) return 'sent';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'draft';
}

export const storedLinkConfiguration = linkConfiguration.required({
  language: true,
  sharingSetting: true,
  fields: true,
  fieldsReadonlyMode: true,
  disablePrinting: true,
});
export type StoredLinkConfiguration = Immutable<z.infer<typeof storedLinkConfiguration>>;

/** Many people sign at one address, each a document of their own. */
const publicLinkState = savedState(storedLinkConfiguration, {
  /** The slots with the positions that their anchors had when the link was last changed. */
  placedSlots: z.custom<LinkConfiguration['signeeDetails']>(Array.isArray),
  /** It is absent if they were not asked for. */
  textTags: storedTextTags.optional(),
  /** SHA-256 (hex). */
  tokenHash: z.string(),
  /** The owner sees the address again. Encrypted at rest. */
  token: z.string(),
  /** It is absent without the assistant. */
  reading: storedReading.optional(),
  /** A link is disabled once and for all. */
  disabledAt: z.date().nullable(),
  /** With `svc-access-document`, visitors see the file before they say who they are. */
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

/** `processing`: the assistant reads the file [D11-02]. Visitors may begin meanwhile. */
export const PUBLIC_LINK_STATUSES = ['active', 'disabled', 'processing'] as const;
export type PublicLinkStatus = (typeof PUBLIC_LINK_STATUSES)[number];

export function publicLinkStatus({ disabledAt, reading }: PublicLink): PublicLinkStatus {
  if (disabledAt !== null) return 'disabled';
  return reading?.status === 'processing' ? 'processing' : 'active';
}

/** A template never expires. */
const templateState = savedState(templateConfiguration, {
  /** A copy of a colleague's template uses the colleague's file. */
  fileOwnerId: z.string(),
});

export type Template = Immutable<z.infer<typeof templateState>>;

const SAVED_SCHEMAS = { draft: draftState, link: publicLinkState, template: templateState } as const;

export type SavedKind = keyof typeof SAVED_SCHEMAS;

export type SavedStateOf<Kind extends SavedKind> = Immutable<z.infer<(typeof SAVED_SCHEMAS)[Kind]>>;

export function encodeSaved<Kind extends SavedKind>(kind: Kind, state: SavedStateOf<Kind>) {
  return storedAs(kind).encode(state);
}

/** Throws `TypeError` for anything else. */
export function decodeSaved<Kind extends SavedKind>(kind: Kind, stored: unknown): SavedStateOf<Kind> {
  return storedAs(kind).decode(stored);
}

/** The state is stored with a version, so that later releases can upgrade it. */
function storedAs<Kind extends SavedKind>(kind: Kind): StoredState<SavedStateOf<Kind>> {
  // The type of the state is that of its schema.
  const schema = SAVED_SCHEMAS[kind] as unknown as z.ZodType<SavedStateOf<Kind>>;
  return defineStoredState(kind, schema, []);
}
