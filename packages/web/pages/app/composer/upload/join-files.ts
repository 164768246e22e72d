import type { AcceptedFile, ComposerClient } from '../saving/composer-client.ts';

/** The parts are removed. */
export async function joinFiles(
  client: ComposerClient,
  files: readonly AcceptedFile[],
  name: string,
): Promise<AcceptedFile> {
  const [first] = files;
  if (first === undefined) throw new TypeError('no file');
  if (files.length === 1) return first;
  const merged = await client.merge(
    files.map(({ fileId }) => fileId),
    name,
  );
  // Retention removes the rest.
  await Promise.allSettled(files.map(({ fileId }) => client.removeFile(fileId)));
  const warnings = [...files.flatMap((file) => file.warnings ?? []), ...(merged.warnings ?? [])];
  return { fileId: merged.fileId, warnings };
}
