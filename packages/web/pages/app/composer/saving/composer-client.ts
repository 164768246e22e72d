import type {
  DraftConfiguration,
  FormField,
  LinkConfiguration,
  TemplateConfiguration,
} from '@countersign/signing';
import type { PageApi } from '../../../requests/page-api.ts';

export interface Warning {
  readonly code: string;
  readonly path?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

export interface ServerProblem {
  readonly path: string;
  readonly message: string;
  readonly errorCode: string;
}

export interface AcceptedFile {
  readonly fileId: string;
  readonly warnings?: readonly Warning[];
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
    /** Instead of the template's. */
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
