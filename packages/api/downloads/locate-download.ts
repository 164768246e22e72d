import type { DownloadableFile } from '@countersign/signing';
import { attachmentDisposition } from '../answer/content-disposition.ts';
import type { ApiDeps } from '../deps.ts';
import { DOWNLOAD_LIFETIME_MS } from './create-downloads.ts';

export async function locateDownload(
  { downloads, presignDownload, settings }: Pick<ApiDeps, 'downloads' | 'presignDownload' | 'settings'>,
  file: DownloadableFile,
): Promise<string> {
  if (presignDownload === undefined) return `${settings.baseUrl}/downloads/${downloads.issue(file)}`;
  const disposition = attachmentDisposition(file.fileName);
  return presignDownload(file.blobId, { disposition, seconds: DOWNLOAD_LIFETIME_MS / 1000 });
}
