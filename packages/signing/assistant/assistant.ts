import type { Passage } from '@countersign/assistant';
import { ASSISTANT_LANGUAGES } from '@countersign/assistant/languages';
import { FACT_KINDS } from '@countersign/assistant/reading';
import type { Immutable } from '@countersign/base';
import { z } from 'zod';
import { type FieldOwner, listNewFields } from '../configuration/placed-fields.ts';
import type { StoredConfiguration } from '../configuration/stored-configuration.ts';
import type { StoredTextTags } from '../configuration/text-tags.ts';

/** Why the assistant has nothing to answer from [D11-03]. */
export const UNREADABLE_REASONS = [
  /** The file has no text that a person sees. */
  'no_text',
  /** It takes more time or memory than any real file. */
  'too_complex',
  'not_readable',
  /** At every attempt, or the operator has switched the assistant off. */
  'failed',
] as const;
export type UnreadableReason = (typeof UNREADABLE_REASONS)[number];

/** What the assistant has read of a document or public link. */
export const storedReading = z.discriminatedUnion('status', [
  z.object({ status: z.literal('processing') }),
  z.object({
    status: z.literal('ready'),
    /** The blob is encrypted, and removed with the prepared PDF. */
    blobId: z.string(),
    language: z.string().nullable(),
    suggestions: z.array(z.string()),
  }),
  z.object({ status: z.literal('unavailable'), reason: z.enum(UNREADABLE_REASONS) }),
]);
export type StoredReading = Immutable<z.infer<typeof storedReading>>;

/** The blobs that a reading has. */
export function listReadingBlobs({
  reading,
}: {
  readonly reading?: StoredReading | undefined;
}): readonly string[] {
  return reading?.status === 'ready' ? [reading.blobId] : [];
}

/** What is read: the file with the values of the sender. */
export interface ReadContent extends Pick<StoredConfiguration, 'fields' | 'fieldsReadonlyMode'> {
  readonly fileId: string;
  /** Values may be those of fields that are made for them. */
  readonly signees: readonly FieldOwner[];
  readonly textTags?: Pick<StoredTextTags, 'covers'> | undefined;
}

export function isSameContent(one: ReadContent, other: ReadContent): boolean {
  return describeContent(one) === describeContent(other);
}

function describeContent({ fileId, fields, fieldsReadonlyMode, signees, textTags }: ReadContent): string {
  return JSON.stringify([fileId, fields, fieldsReadonlyMode, listNewFields(signees), textTags?.covers]);
}

export type KnownReading = Exclude<StoredReading, { readonly status: 'processing' }>;

/** What the signing page knows of the assistant before the first question [D11-05]. */
export const assistantView = z.object({
  language: z.enum(ASSISTANT_LANGUAGES),
  textToSpeech: z.boolean(),
  provider: z.enum(['built-in', 'external']),
  /** Where questions are answered; it is absent for `built-in`, which sends them nowhere. */
  host: z.string().optional(),
  /** ISO 639-1; it is null if unknown. */
  documentLanguage: z.string().nullable(),
  /** Questions in the language of the assistant that the document answers. */
  suggestions: z.array(z.string()),
});
export type AssistantView = z.infer<typeof assistantView>;

const place = {
  /** Pages count from 0. */
  page: z.int(),
  /** One box for each line, in displayed points from the top left corner. */
  boxes: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
};

/** A quotation, as it stands in the document. */
const quote = z.object({ ...place, text: z.string() });

/** `quotes` are indexes from 0 of the answer's quotes. */
const sentence = z.object({ text: z.string(), quotes: z.array(z.int()) });

/** [D11-06] */
export const assistantAnswer = z.object({
  answerId: z.string(),
  sentences: z.array(sentence),
  quotes: z.array(quote),
  /** It is false if the document does not seem to say. */
  found: z.boolean(),
});
export type AssistantAnswer = z.infer<typeof assistantAnswer>;

/** [D11-07] */
export const assistantFacts = z.object({
  facts: z.array(quote.extend({ kind: z.enum(FACT_KINDS) })),
});
export type AssistantFacts = z.infer<typeof assistantFacts>;

export function presentPassage({ page, text, boxes }: Pick<Passage, 'page' | 'text' | 'boxes'>) {
  return { page, text, boxes: boxes.map(({ x, y, width, height }) => ({ x, y, width, height })) };
}

/** An answer as it comes: quotes before the sentences that name them, and the whole at the end. */
export type AnswerEvent =
  | { readonly name: 'quotes'; readonly data: AssistantAnswer['quotes'] }
  | { readonly name: 'sentence'; readonly data: AssistantAnswer['sentences'][number] }
  | { readonly name: 'done'; readonly data: AssistantAnswer };
