import { posix } from 'node:path';

/** `](path)` of Markdown, where the path is neither an address nor a place on the page. */
const RELATIVE_LINK = /\]\((?![a-z]+:|#)([^)\s]+)\)/gi;

/**
 * A README of a package as it is packed: its links to files of the repository, which are not in the tarball, lead to the
 * repository itself. `folder` is the package's in the repository.
 */
export function absoluteLinks(markdown: string, folder: string, repositoryUrl: string): string {
  const base = `${repositoryUrl.replace(/^git\+|\.git$/g, '')}/blob/main`;
  return markdown.replace(RELATIVE_LINK, (_, target: string) => `](${base}/${posix.join(folder, target)})`);
}
