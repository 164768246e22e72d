import type { PublicLinkBody } from '@countersign/api/bodies';
import type { DraftConfiguration } from '@countersign/signing';
import { WebError } from '../../../../errors.ts';
import type { PageApi, Tagged } from '../../../requests/page-api.ts';
import { RequestRefused } from '../../../requests/request-json.ts';
import type { SaveOutcome } from './autosave.ts';
import type { ServerProblem, Warning } from './composer-client.ts';

/** Others use templates and links, so they are saved when the person says so. */
export type ItemKind = 'draft' | 'template' | 'link';

export interface ComposedItem extends DraftConfiguration {
  readonly id: string;
  readonly userId: string;
  /** Of a public link. */
  readonly disablePrinting?: boolean;
  readonly problems: readonly ServerProblem[];
  readonly warnings?: readonly Warning[];
}

export interface Draft extends ComposedItem {
  readonly status: 'draft' | 'sent' | 'expired';
  readonly documentId: string | null;
}

export interface Link extends ComposedItem {
  readonly status: PublicLinkBody['status'];
}

export interface ItemStore<Item extends ComposedItem = ComposedItem> {
  readonly kind: ItemKind;
  read(id: string): Promise<Tagged<Item>>;
  /** If it still has this tag. */
  save(id: string, patch: Members, etag: string): Promise<SaveOutcome<ComposedItem>>;
  remove(id: string): Promise<void>;
  /** Without values and boxes. */
  sourceUrl(item: ComposedItem): string;
}

type Members = Readonly<Record<string, unknown>>;

export function createDraftStore(api: PageApi): ItemStore<Draft> {
  const pathOf = (id: string) => `/v1/docs/drafts/${encodeURIComponent(id)}`;
  const toItem = (body: Omit<Draft, 'id'> & { readonly draftId: string }): Draft => ({
    ...body,
    id: body.draftId,
  });
  type Body = Parameters<typeof toItem>[0];
  return {
    kind: 'draft',
    read: async (id) => mapBody(await api.getTagged<Body>(pathOf(id)), toItem),
    save: (id, patch, etag) =>
      outcomeOf(async () => mapBody(await api.patchTagged<Body>(pathOf(id), patch, etag), toItem)),
    remove: (id) => api.delete(pathOf(id)),
    // So that caches and requests for ranges do not mix two files.
    sourceUrl: ({ id, fileId, templateId }) =>
      `${pathOf(id)}/source-file?version=${encodeURIComponent(fileId ?? templateId ?? '')}`,
  };
}

export function createTemplateStore(api: PageApi): ItemStore {
  const pathOf = (id: string) => `/v1/templates/${encodeURIComponent(id)}`;
  const toItem = (body: Omit<ComposedItem, 'id'> & { readonly templateId: string }): ComposedItem => {
    const { templateId, ...configuration } = body;
    return { ...configuration, id: templateId };
  };
  type Body = Parameters<typeof toItem>[0];
  /** Replaced as a whole. */
  let latest: Members = {};
  const keep = (answer: Tagged<Body>): Tagged<ComposedItem> => {
    latest = { ...answer.body };
    return mapBody(answer, toItem);
  };
  return {
    kind: 'template',
    read: async (id) => keep(await api.getTagged<Body>(pathOf(id))),
    save: (id, patch, etag) =>
      outcomeOf(async () => keep(await api.putTagged<Body>(pathOf(id), merge(latest, patch), etag))),
    remove: (id) => api.delete(pathOf(id)),
    sourceUrl: ({ id }) => `${pathOf(id)}/source-file`,
  };
}

/** Labels of slots are the names of signees here. */
export function createLinkStore(api: PageApi): ItemStore<Link> {
  const pathOf = (id: string) => `/v1/links/${encodeURIComponent(id)}`;
  const toItem = ({ linkId, signeeDetails, ...link }: PublicLinkBody): Link => ({
    ...link,
    id: linkId,
    problems: [],
    signeeDetails: signeeDetails.map(({ label, ...slot }) => ({
      ...slot,
      ...(label !== undefined && { fullName: label }),
    })),
  });
  /** Replaced as a whole. */
  let latest: Members = {};
  const keep = (answer: Tagged<PublicLinkBody>): Tagged<Link> => {
    latest = { ...answer.body };
    return mapBody(answer, toItem);
  };
  return {
    kind: 'link',
    read: async (id) => keep(await api.getTagged(pathOf(id))),
    save: (id, patch, etag) =>
      outcomeOf(async () => keep(await api.putTagged(pathOf(id), merge(latest, patch), etag))),
    remove: (id) => api.delete(pathOf(id)),
    sourceUrl: ({ id }) => `${pathOf(id)}/source-file`,
  };
}

function mapBody<From, To>({ body, etag }: Tagged<From>, map: (body: From) => To): Tagged<To> {
  return { body: map(body), etag };
}

/** Merge patch (RFC 7396) of flat members. */
function merge(before: Members, patch: Members): Members {
  return Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null));
}

/** A failure decides about further changes. */
async function outcomeOf(change: () => Promise<Tagged<ComposedItem>>): Promise<SaveOutcome<ComposedItem>> {
  try {
    const { etag, body } = await change();
    return { kind: 'saved', etag, answer: body };
  } catch (error) {
    if (error instanceof RequestRefused) {
      if (error.status === 412) return { kind: 'conflict' };
      if (error.status === 409 || error.status === 404) return { kind: 'closed' };
      if (error.status !== 429 && error.status < 500) return { kind: 'refused', message: error.message };
      return { kind: 'unreachable' };
    }
    if (error instanceof WebError) return { kind: 'unreachable' };
    throw error;
  }
}
