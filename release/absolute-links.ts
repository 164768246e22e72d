import { posix } from 'node:path';

/** A relative `](path)` of Markdown. */
const RELATIVE_LINK = /\]\((?![a-z]+:|#)([^)\s]+)\)/gi;

/**
 * Makes relative links of a package README absolute: the tarball lacks their targets. `folder` is the package's path
 * in the repository.
 */
export function absoluteLinks(markdown: string, folder: string, repositoryUrl: string): string {
  const base = `${repositoryUrl.replace(/^git\+|\.git$/g, '')}/blob/main`;
  return markdown.replace(RELATIVE_LINK, (_, target: string) => `](${base}/${posix.join(folder, target)})`);
}
