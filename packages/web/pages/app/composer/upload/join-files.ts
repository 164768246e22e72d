import type { AcceptedFile, ComposerClient } from '../saving/composer-client.ts';

/** Returns one file of the uploaded ones, in order. The parts are removed: only the whole is sent. */
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
  // What stays behind is removed by retention.
  await Promise.allSettled(files.map(({ fileId }) => client.removeFile(fileId)));
  const warnings = [...files.flatMap((file) => file.warnings ?? []), ...(merged.warnings ?? [])];
  return { fileId: merged.fileId, warnings };
}
