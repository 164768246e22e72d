import { errorMessage } from '@countersign/i18n';
import { type DraftView, draftConfiguration, type Language, type Problem } from '@countersign/signing';
import { z } from 'zod';
import { timestamp } from './text.ts';
import { presentWarnings, warnings } from './warning.ts';

const DRAFT_STATUSES = ['draft', 'sent', 'expired'] as const;

/** What would keep the draft from being sent now [D6-05]. */
const problem = z.object({ path: z.string(), message: z.string(), errorCode: z.string() });

/** Members of a draft besides its configuration. */
const recordMembers = {
  draftId: z.string(),
  status: z.enum(DRAFT_STATUSES),
  documentId: z
    .string()
    .nullable()
    .meta({ description: 'The document that it became; null until it is sent.' }),
  createdAt: timestamp,
  updatedAt: timestamp,
  expiresAt: timestamp,
};

export const draftSummary = z.object({ ...recordMembers, name: z.string(), userId: z.string() });

export const draftBody = draftConfiguration.extend({
  ...recordMembers,
  userId: z.string(),
  problems: z.array(problem),
  warnings,
});

/** Read-only members; they may be sent back [D6-07]. */
const putBack = z.unknown().optional().meta({ readOnly: true });

export const draftInput = draftConfiguration.extend({
  draftId: putBack,
  status: putBack,
  documentId: putBack,
  createdAt: putBack,
  updatedAt: putBack,
  expiresAt: putBack,
  problems: putBack,
  warnings: putBack,
});

export function presentDraft(view: DraftView, language: Language): z.output<typeof draftBody> {
  const { draft, problems } = view;
  return {
    ...draftConfiguration.parse(draft.configuration),
    ...presentDraftSummary(view),
    problems: problems.map((one) => presentProblem(one, language)),
    ...presentWarnings(view.warnings),
  };
}

export function presentDraftSummary({
  draft,
  status,
}: Pick<DraftView, 'draft' | 'status'>): z.output<typeof draftSummary> {
  const { id, configuration, documentId, userId, createdAt, updatedAt, expiresAt } = draft;
  return {
    draftId: id,
    status,
    documentId,
    name: configuration.name,
    userId: configuration.userId ?? userId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    expiresAt: (expiresAt ?? updatedAt).toISOString(),
  };
}

function presentProblem({ path, code, params }: Problem, language: Language): z.output<typeof problem> {
  return { path, message: errorMessage(language, code, params), errorCode: code };
}
