import type { PublicLinkBody } from '@countersign/api/bodies';

import type {
  DraftConfiguration,
  FormField,
  LinkConfiguration,
  TemplateConfiguration,
  TextMatches,
} from '@countersign/signing';
import { WebError } from '../../../../errors.ts';

import type { PageApi, Tagged } from '../../../requests/page-api.ts';
import { RequestRefused } from '../../../requests/request-json.ts';
import { type ItemKind, type TemplateDefaults, toConfiguration, toDraft } from '../configuration.ts';
import type { Draft } from '../draft.ts';
import { configureMarks } from '../marks/configured-marks.ts';
import { type Members, mergeFlat, type SaveOutcome } from './autosave.ts';

export interface Warning {
  readonly code: string;
  readonly path?: string | undefined;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

export interface ServerProblem {
  readonly path: string;
  readonly message: string;
  readonly errorCode: string;
}

export interface AcceptedFile {
  readonly fileId: string;
  readonly warnings?: readonly Warning[] | undefined;
}

export interface Capabilities extends Readonly<Record<string, unknown>> {
  readonly limits: {
    readonly maxFileSize: number;
    readonly maxSignees: number;
    readonly maxPersonalMessage: number;
    readonly maxMergedFiles: number;
  };
}

export interface FieldSource {
  readonly fileId?: string | undefined;
  readonly templateId?: string | undefined;
  readonly linkId?: string | undefined;
}

function sourcePath({ fileId, templateId, linkId }: FieldSource): string {
  if (linkId !== undefined) return `/v1/links/${encodeURIComponent(linkId)}`;
  if (fileId !== undefined) return `/v1/files/${encodeURIComponent(fileId)}`;
  return `/v1/templates/${encodeURIComponent(templateId ?? '')}`;
}

export type ComposerClient = ReturnType<typeof createComposerClient>;

export function createComposerClient(api: PageApi) {
  const draftPath = (draftId: string, rest = '') => `/v1/docs/drafts/${encodeURIComponent(draftId)}${rest}`;
  return {
    readCapabilities: () => api.get<Capabilities>('/v1/account/capabilities'),
    upload(file: File, name: string, onProgress: (share: number) => void): Promise<AcceptedFile> {
      const form = new FormData();
      form.append('file', file, name);
      return api.upload('/v1/files', form, onProgress);
    },
    merge: (fileIds: readonly string[], name: string) =>
      api.post<AcceptedFile>('/v1/files/merge', { fileIds, name }),
    removeFile: (fileId: string) => api.delete(`/v1/files/${encodeURIComponent(fileId)}`),
    createDraft: (configuration: DraftConfiguration) =>
      api.post<{ draftId: string }>('/v1/docs/drafts', configuration),
    /** The file takes the place of the template's. */
    changeFile: (draftId: string, fileId: string, etag: string) =>
      api.patchTagged(draftPath(draftId), { fileId, templateId: null }, etag),
    send: (draftId: string, etag: string) =>
      api.post<{ documentId: string }>(draftPath(draftId, '/send'), {}, { 'if-match': etag }),
    previewUrl: (draftId: string, etag: string) =>
      `${draftPath(draftId, '/file')}?version=${encodeURIComponent(etag)}`,
    readTemplate: (templateId: string) =>
      api.get<TemplateConfiguration>(`/v1/templates/${encodeURIComponent(templateId)}`),
    readFields: (source: FieldSource) => api.get<readonly FormField[]>(`${sourcePath(source)}/fields`),
    createTemplate: (template: TemplateConfiguration) =>
      api.post<{ templateId: string }>('/v1/templates', template),
    createLink: (link: LinkConfiguration) => api.post<{ linkId: string; url: string }>('/v1/links', link),
    fetch: api.fetch,
  };
}

export interface SavedItem extends DraftConfiguration {
  readonly id: string;
  readonly userId: string;
  /** Visitors of a public link cannot print if this is true. */
  readonly disablePrinting?: boolean | undefined;
  readonly problems: readonly ServerProblem[];
  readonly warnings?: readonly Warning[] | undefined;
}

export interface SavedDraft extends SavedItem {
  readonly status: 'draft' | 'sent' | 'expired';
  readonly documentId: string | null;
}

export interface SavedLink extends SavedItem {
  readonly status: PublicLinkBody['status'];
}

export interface ItemStore<Item extends SavedItem = SavedItem> {
  readonly kind: ItemKind;
  read(id: string): Promise<Tagged<Item>>;
  /** Saves only if the item still has this tag. */
  save(id: string, patch: Members, etag: string): Promise<SaveOutcome<SavedItem>>;
  remove(id: string): Promise<void>;
  /** Returns the address of the file without values and boxes. */
  sourceUrl(item: SavedItem): string;
  /** Searches the file from a page on, as the service places anchors. */
  findText(id: string, text: string, fromPage: number): Promise<TextMatches>;
}

function findTextBelow(api: PageApi, pathOf: (id: string) => string): ItemStore['findText'] {
  return (id, text, fromPage) =>
    api.get(`${pathOf(id)}/text-matches?text=${encodeURIComponent(text)}&fromPage=${fromPage}`);
}

export function createDraftStore(api: PageApi): ItemStore<SavedDraft> {
  const pathOf = (id: string) => `/v1/docs/drafts/${encodeURIComponent(id)}`;
  const toItem = (body: Omit<SavedDraft, 'id'> & { readonly draftId: string }): SavedDraft => ({
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
    findText: findTextBelow(api, pathOf),
    // The version keeps caches and requests for ranges from mixing two files.
    sourceUrl: ({ id, fileId, templateId }) =>
      `${pathOf(id)}/source-file?version=${encodeURIComponent(fileId ?? templateId ?? '')}`,
  };
}

export function createTemplateStore(api: PageApi): ItemStore {
  const pathOf = (id: string) => `/v1/templates/${encodeURIComponent(id)}`;
  const toItem = (body: Omit<SavedItem, 'id'> & { readonly templateId: string }): SavedItem => {
    const { templateId, ...configuration } = body;
    return { ...configuration, id: templateId };
  };
  type Body = Parameters<typeof toItem>[0];
  /** The whole template is sent again with each change. */
  let latest: Members = {};
  const keep = (answer: Tagged<Body>): Tagged<SavedItem> => {
    latest = { ...answer.body };
    return mapBody(answer, toItem);
  };
  return {
    kind: 'template',
    read: async (id) => keep(await api.getTagged<Body>(pathOf(id))),
    save: (id, patch, etag) =>
      outcomeOf(async () => keep(await api.putTagged<Body>(pathOf(id), mergeFlat(latest, patch), etag))),
    remove: (id) => api.delete(pathOf(id)),
    findText: findTextBelow(api, pathOf),
    sourceUrl: ({ id }) => `${pathOf(id)}/source-file`,
  };
}

/** Labels of slots are the names of signees here. */
export function createLinkStore(api: PageApi): ItemStore<SavedLink> {
  const pathOf = (id: string) => `/v1/links/${encodeURIComponent(id)}`;
  const toItem = ({ linkId, signeeDetails, ...link }: PublicLinkBody): SavedLink => ({
    ...link,
    id: linkId,
    problems: [],
    signeeDetails: signeeDetails.map(({ label, ...slot }) => ({
      ...slot,
      fullName: label,
    })),
  });
  /** The whole link is sent again with each change. */
  let latest: Members = {};
  const keep = (answer: Tagged<PublicLinkBody>): Tagged<SavedLink> => {
    latest = { ...answer.body };
    return mapBody(answer, toItem);
  };
  return {
    kind: 'link',
    read: async (id) => keep(await api.getTagged(pathOf(id))),
    save: (id, patch, etag) =>
      outcomeOf(async () => keep(await api.putTagged(pathOf(id), mergeFlat(latest, patch), etag))),
    remove: (id) => api.delete(pathOf(id)),
    findText: findTextBelow(api, pathOf),
    sourceUrl: ({ id }) => `${pathOf(id)}/source-file`,
  };
}

function mapBody<From, To>({ body, etag }: Tagged<From>, map: (body: From) => To): Tagged<To> {
  return { body: map(body), etag };
}

/** A failure decides about further changes. */
async function outcomeOf(change: () => Promise<Tagged<SavedItem>>): Promise<SaveOutcome<SavedItem>> {
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

/** A name that cannot be saved stays what it was. */
export function toSave(draft: Draft, kind: ItemKind, savedName: string, now: Date): Members {
  const configuration = toConfiguration(draft, kind, now);
  return { ...configuration, name: configuration.name || savedName };
}

/**
 * Returns what the composer shows of an item that was just read, so that opening a draft changes nothing. Two drafts
 * differ: one without a position for a signature, which is shown on a new page, and one without signees, where the
 * roles of its template are shown.
 */
export function alreadySaved(item: SavedItem, kind: ItemKind, defaults: TemplateDefaults = {}): Members {
  const draft = toDraft(item, defaults);
  const members = toSave(draft, kind, item.name, new Date());
  const isGiven = draft.signees.every((signee, index) => {
    const { signaturePlacement: shown } = configureMarks(draft, signee);
    const roles = [item.signeeDetails?.[index], defaults.signeeDetails?.[index]];
    return shown !== 'new_page' || roles.some((role) => role?.signaturePlacement === 'new_page');
  });
  const areOwn = draft.signees.length === 0 || item.signeeDetails != null;
  return (isGiven && areOwn) || kind !== 'draft'
    ? members
    : { ...members, signeeDetails: item.signeeDetails };
}
