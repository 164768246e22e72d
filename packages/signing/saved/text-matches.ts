/** Where a text is in the file of a draft, template or public link, so that a sender can choose among its places. */

import type { Immutable } from '@countersign/base';
import type { Caller } from '@countersign/identity';
import { z } from 'zod';
import { MAX_COORDINATE, MAX_TEXT_MATCHES } from '../configuration/limits.ts';
import { anchor } from '../configuration/positions.ts';
import type { SigningDeps } from '../deps.ts';
import { displayedBox } from '../documents/form-field.ts';
import { readSourceFile } from '../drafts/draft-file.ts';
import type { StoredFile } from '../files/file.ts';
import { withPdfOf } from '../files/find-file.ts';
import { asClientError } from '../ports/pdf-toolkit.ts';
import { readSourceFileOfLink } from '../public-links/links.ts';
import { findTemplateFile } from '../templates/templates.ts';

/** A request reads so many pages, within the processor time of a request. */
const PAGES_OF_REQUEST = 100;

export const textSearch = z.object({
  text: anchor.shape.text,
  fromPage: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_COORDINATE)
    .default(0)
    .meta({ description: 'The page to begin at, counted from 0.' }),
});
type TextSearch = z.output<typeof textSearch>;

export const textMatches = z
  .object({
    matches: z.array(displayedBox).meta({
      description: `Of each match, its part on the first line: an anchor begins at its top left corner. At most ${MAX_TEXT_MATCHES}.`,
    }),
    nextPage: z.int().nullable().meta({
      description:
        '`fromPage` of the next request; null if the last page was read, or there are too many matches.',
    }),
  })
  .meta({ id: 'TextMatches' });
export type TextMatches = Immutable<z.infer<typeof textMatches>>;

/** Lists the places that people see, as anchors find them [D10-21]. */
async function listMatches(
  { database, blobs, toolkit }: SigningDeps,
  file: StoredFile,
  { text, fromPage }: TextSearch,
): Promise<TextMatches> {
  const after = Math.min(fromPage + PAGES_OF_REQUEST, file.pages);
  const pages = Array.from({ length: Math.max(after - fromPage, 0) }, (_, at) => fromPage + at);
  const queries = Array.from({ length: MAX_TEXT_MATCHES }, (_, at) => ({ text, occurrence: at + 1 }));
  try {
    const { found } = await withPdfOf({ database, blobs }, file, (input) =>
      toolkit.findText({ input, pages, queries }, { account: file.accountId }),
    );
    const matches = found.flatMap((one) => {
      const [box] = one?.boxes ?? [];
      return one === null || box === undefined ? [] : [{ ...box, page: one.page }];
    });
    return { matches, nextPage: after < file.pages && matches.length < MAX_TEXT_MATCHES ? after : null };
  } catch (error) {
    throw asClientError(error);
  }
}

type FindFile = (deps: SigningDeps, caller: Caller, id: string) => Promise<StoredFile>;

/** Throws what `findFile` throws. */
function searchOf(findFile: FindFile) {
  return async (deps: SigningDeps, caller: Caller, id: string, search: TextSearch): Promise<TextMatches> =>
    listMatches(deps, await findFile(deps, caller, id), search);
}

export const textMatchOperations = {
  inDraft: searchOf(readSourceFile),
  inTemplate: searchOf(findTemplateFile),
  inPublicLink: searchOf(readSourceFileOfLink),
};
