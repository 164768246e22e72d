import type { Immutable } from '@countersign/base';
import type { Language } from '@countersign/base/locale';
import {
  DRAFT_STATUSES,
  type DraftView,
  draftConfiguration,
  PREPARING_FAULTS,
  PUBLIC_LINK_STATUSES,
  type PublicLinkView,
  publicLinkStatus,
  storedLinkConfiguration,
  suggestContacts,
  type Template,
  type TemplateView,
  templateConfiguration,
} from '@countersign/signing';
import { z } from 'zod';
import { revisionTag } from '../request/conditions.ts';
import { entityTagOf } from '../send-file.ts';
import { presentProblem, presentWarnings, problem, timestamp, warnings } from './parts.ts';

const draftRecordMembers = {
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

export const draftSummary = z.object({ ...draftRecordMembers, name: z.string(), userId: z.string() });

export const draftBody = draftConfiguration.extend({
  ...draftRecordMembers,
  userId: z.string(),
  problems: z.array(problem),
  warnings,
});

export function presentDraft(view: DraftView, language: Language): Immutable<z.output<typeof draftBody>> {
  const { draft, problems } = view;
  return {
    ...draft.configuration,
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

/** The members of a link besides its configuration [D6-24] [D6-25] [D6-27]. */
const linkRecordMembers = {
  linkId: z.string(),
  url: z.string().meta({ description: 'Where visitors sign.' }),
  status: z.enum(PUBLIC_LINK_STATUSES),
  userId: z.string().meta({ description: 'The owner.' }),
  counts: z.object({
    opened: z.int().meta({ description: 'Browsers that opened it.' }),
    started: z.int().meta({ description: 'Visitors who entered their one-time code.' }),
    completed: z.int(),
  }),
  sharingContacts: z
    .object({ emailAddress: z.string().optional(), phoneNumber: z.string().optional() })
    .meta({ description: 'What its form suggests: the prefilled values of svc-share fields.' }),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const publicLinkRecord = storedLinkConfiguration.extend(linkRecordMembers);

export const publicLinkBody = publicLinkRecord.extend({ warnings });

export const LINK_FAULTS = [
  ...PREPARING_FAULTS,
  'capability_missing',
  'signature_box_required',
  'initials_not_supported',
  'not_yours',
] as const;

export function presentPublicLinkRecord({
  link,
  url,
}: PublicLinkView): Immutable<z.output<typeof publicLinkRecord>> {
  const { configuration, counts, createdAt, updatedAt } = link;
  return {
    ...configuration,
    linkId: link.id,
    url,
    status: publicLinkStatus(link),
    userId: link.userId,
    counts,
    sharingContacts: presentContacts(suggestContacts(configuration)),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function presentContacts({ emailAddress, phoneNumber }: ReturnType<typeof suggestContacts>) {
  return {
    ...(emailAddress === undefined ? {} : { emailAddress }),
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
  };
}

export function presentPublicLink(view: PublicLinkView): Immutable<z.output<typeof publicLinkBody>> {
  return { ...presentPublicLinkRecord(view), ...presentWarnings(view.warnings) };
}

/**
 * Counts, status and owner change without a revision. The configuration is left out, because the order of its members
 * differs between a request and what was stored of it.
 */
export function publicLinkTag({ link }: PublicLinkView): string {
  const { opened, started, completed } = link.counts;
  const rest = [opened, started, completed, publicLinkStatus(link), link.userId];
  return revisionTag(link.revision, entityTagOf(rest).replaceAll('"', ''));
}

const templateRecordMembers = {
  templateId: z.string(),
  userId: z.string().meta({ description: 'The owner.' }),
  createdAt: timestamp,
  updatedAt: timestamp,
};

const { name, fileId, sharingSetting } = templateConfiguration.shape;

export const templateSummary = z.object({ ...templateRecordMembers, name, fileId, sharingSetting });

export const templateBody = templateConfiguration.extend({
  ...templateRecordMembers,
  problems: z.array(problem).meta({ description: 'What keeps it from being used.' }),
  warnings,
});

export const TEMPLATE_FAULTS = [
  ...PREPARING_FAULTS,
  'file_not_found',
  'not_yours',
  'capability_missing',
] as const;

export function presentTemplate(
  view: TemplateView,
  language: Language,
): Immutable<z.output<typeof templateBody>> {
  const { template, problems } = view;
  return {
    ...template.configuration,
    ...presentTemplateSummary(template),
    problems: problems.map((one) => presentProblem(one, language)),
    ...presentWarnings(view.warnings),
  };
}

export function presentTemplateSummary(template: Template): z.output<typeof templateSummary> {
  const { id, userId, configuration, createdAt, updatedAt } = template;
  return {
    templateId: id,
    userId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    name: configuration.name,
    fileId: configuration.fileId,
    sharingSetting: configuration.sharingSetting ?? 'private',
  };
}
