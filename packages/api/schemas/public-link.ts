import {
  linkConfiguration,
  PREPARING_FAULTS,
  PUBLIC_LINK_STATUSES,
  type PublicLinkView,
  publicLinkStatus,
  storedLinkConfiguration,
  suggestContacts,
} from '@countersign/signing';
import { z } from 'zod';
import { entityTagOf } from '../answer/entity-tag.ts';
import { revisionTag } from '../request/if-match.ts';
import { putBack } from './problem.ts';
import { timestamp } from './text.ts';
import { presentWarnings, warnings } from './warning.ts';

/** Besides its configuration [D6-24] [D6-25] [D6-27]. */
const recordMembers = {
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

export const publicLinkRecord = storedLinkConfiguration.extend(recordMembers);

export const publicLinkBody = publicLinkRecord.extend({ warnings });

export const LINK_FAULTS = [
  ...PREPARING_FAULTS,
  'capability_missing',
  'signature_box_required',
  'not_yours',
] as const;

const putBackMembers = {
  linkId: putBack,
  url: putBack,
  status: putBack,
  userId: putBack,
  counts: putBack,
  sharingContacts: putBack,
  createdAt: putBack,
  updatedAt: putBack,
  warnings: putBack,
};

export const publicLinkInput = linkConfiguration.extend(putBackMembers);

/** The file stays [D6-31]. */
export const publicLinkReplacement = linkConfiguration.partial({ fileId: true });

export const publicLinkReplacementInput = publicLinkReplacement.extend(putBackMembers);

export function presentPublicLinkRecord({ link, url }: PublicLinkView): z.output<typeof publicLinkRecord> {
  const { configuration, counts, createdAt, updatedAt } = link;
  return {
    ...storedLinkConfiguration.parse(configuration),
    linkId: link.id,
    url,
    status: publicLinkStatus(link),
    userId: link.userId,
    counts: { ...counts },
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

export function presentPublicLink(view: PublicLinkView): z.output<typeof publicLinkBody> {
  return { ...presentPublicLinkRecord(view), ...presentWarnings(view.warnings) };
}

/** Counts change without a revision. */
export function publicLinkTag(view: PublicLinkView): string {
  return revisionTag(view.link.revision, entityTagOf(presentPublicLinkRecord(view)).replaceAll('"', ''));
}
