import type { RenderedPage } from '@countersign/toolkit';
import type { SigningDeps } from '../deps.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import { asClientError, isExhausting, isPermanentFault } from '../ports/pdf-toolkit.ts';
import { NEW_VISITOR, type Visitor } from '../sessions/find-session.ts';
import { readSigningFile } from './document-files.ts';
import { findByLink } from './find-by-link.ts';

/**
 * Pixels: text of 10 points can be read on a phone, also enlarged to the width of its screen, and most pages take 5 to 70
 * kB.
 */
const WIDTH = 720;
/** They take 10 MB at most. */
const MAX_KEPT = 100;

/**
 * Pictures of the first pages that signees on slow lines were shown lately. Each is drawn once, however many ask for it
 * at the same time, and one that could not be drawn is not tried again.
 */
export class FirstPages {
  /** The one that was asked for last is the last. */
  readonly #pages = new Map<string, Promise<RenderedPage | null>>();

  /** `draw` rejects if it may succeed later. */
  get(blobId: string, draw: () => Promise<RenderedPage | null>): Promise<RenderedPage | null> {
    const page = this.#pages.get(blobId) ?? this.#draw(blobId, draw);
    this.#pages.delete(blobId);
    this.#pages.set(blobId, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MAX_KEPT) break;
      this.#pages.delete(oldest);
    }
    return page;
  }

  #draw(blobId: string, draw: () => Promise<RenderedPage | null>): Promise<RenderedPage | null> {
    const page = draw();
    page.catch(() => this.#pages.delete(blobId));
    return page;
  }
}

/**
 * Draws the first page of the document for a signee, by the rights of the PDF. Returns null if there is no picture that
 * shows the page as it is. Throws `document_changed` if the PDF is not the one of the version.
 */
export function readFirstPage(kept: FirstPages) {
  return async (
    deps: SigningDeps,
    token: string,
    visitor: Visitor = NEW_VISITOR,
    version?: string,
  ): Promise<RenderedPage | null> => {
    const { blobId } = await readSigningFile(deps, token, visitor, version);
    const { document } = await findByLink(deps.database.read, token);
    return kept.get(blobId, () => drawFirstPage(deps, document.accountId, blobId));
  };
}

async function drawFirstPage(
  { blobs, toolkit }: SigningDeps,
  account: string,
  blobId: string,
): Promise<RenderedPage | null> {
  try {
    return await withLocalPath(blobs, blobId, (input) =>
      toolkit.renderPage({ input, page: 0, width: WIDTH }, { account, urgency: 'signing' }),
    );
  } catch (error) {
    if (isExhausting(error) || isPermanentFault(error)) return null;
    throw asClientError(error);
  }
}
