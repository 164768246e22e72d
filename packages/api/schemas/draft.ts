import { DRAFT_STATUSES, type DraftView, draftConfiguration, type Language } from '@countersign/signing';
import { z } from 'zod';
import { presentProblem, problem, putBack } from './problem.ts';
import { timestamp } from './text.ts';
import { presentWarnings, warnings } from './warning.ts';

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
    ...presentConfiguration(draft),
    ...presentDraftSummary(view),
    problems: problems.map((one) => presentProblem(one, language)),
    ...presentWarnings(view.warnings),
  };
}

/** What was saved is answered, also if a limit of requests has changed. */
function presentConfiguration({ configuration }: DraftView['draft']) {
  return structuredClone(configuration) as z.output<typeof draftConfiguration>;
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
