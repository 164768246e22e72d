import type { Immutable } from '@countersign/base';
import { z } from 'zod';
import type { SigningDeps } from '../deps.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import { asClientError, type PdfToolkit } from '../ports/pdf-toolkit.ts';
import { NEW_VISITOR, type Visitor } from '../sessions/find-session.ts';
import { readSigningFile } from './document-files.ts';
import { findByLink } from './find-by-link.ts';

/** What a person sees of a page, as text in reading order. */
export const signingText = z.object({
  paragraphs: z.array(z.object({ text: z.string(), isHeading: z.boolean() })),
});
export type SigningText = Immutable<z.infer<typeof signingText>>;

export interface TextQuery {
  /** Pages count from 0. */
  readonly page: number;
  readonly version?: string | undefined;
}

/**
 * Reads the text of a page for people who cannot read its picture. It goes by the rights of the PDF, and needs no
 * assistant. Throws `page_out_of_range`, and `document_changed` if the PDF is not the one of the version.
 */
async function readSigningText(
  deps: SigningDeps,
  token: string,
  { page, version }: TextQuery,
  visitor: Visitor = NEW_VISITOR,
): Promise<SigningText> {
  const { blobId } = await readSigningFile(deps, token, visitor, version);
  const { document } = await findByLink(deps.database.read, token);
  const scheduling = { account: document.accountId, urgency: 'signing' as const };
  try {
    const [read] = await withLocalPath(deps.blobs, blobId, (input) =>
      deps.toolkit.readText({ input, pages: [page] }, scheduling),
    );
    return { paragraphs: read === undefined ? [] : describePassages(read) };
  } catch (error) {
    throw asClientError(error);
  }
}

/** The lines of a heading are higher than most lines of its page. */
const HIGHER = 1.15;
const MAX_HEADING = 150;

type PageText = Awaited<ReturnType<PdfToolkit['readText']>>[number];

function describePassages({ passages }: PageText): SigningText['paragraphs'] {
  const heights = passages
    .flatMap((passage) => passage.lines.map(({ height }) => height))
    .toSorted((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 0;
  const isHeading = ({ text, lines }: PageText['passages'][number]): boolean =>
    text.length <= MAX_HEADING && (lines[0]?.height ?? 0) > usual * HIGHER;
  return passages.map((passage) => ({ text: passage.text, isHeading: isHeading(passage) }));
}

export const signingTextOperations = { readText: readSigningText };
