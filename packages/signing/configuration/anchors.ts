/** Positions that are given by a text of the file (section 10 of the decisions) become points, once, when they are used. */

import { problem } from '@countersign/base';
import type { FoundTag, FoundText, TextQuery } from '@countersign/toolkit';
import type { ErrorDetail } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import type { PdfToolkit } from '../ports/pdf-toolkit.ts';
import type { DraftSignee } from './configuration.ts';
import type { Anchor, Position } from './positions.ts';

/** A task reads so many pages, within the processor time of a request. */
const PAGES_OF_TASK = 100;

type Placed = Pick<DraftSignee, 'signatureBox' | 'idScanBox' | 'furtherBoxes' | 'formFields'>;

interface PlacedAnchor {
  readonly path: string;
  readonly anchor: Anchor;
}

export interface Resolution<Signee> {
  /** Without the anchors that were found. */
  readonly signees: readonly Signee[];
  readonly problems: readonly ErrorDetail[];
  readonly tags: readonly FoundTag[];
}

/** Reads the text of the pages once for everything that is asked for, and not at all for nothing. */
export async function resolveAnchors<Signee extends Placed>(
  toolkit: PdfToolkit,
  input: string,
  { pages, accountId }: Pick<StoredFile, 'pages' | 'accountId'>,
  { signees, textTags }: { readonly signees: readonly Signee[]; readonly textTags: boolean },
): Promise<Resolution<Signee>> {
  const anchors = listAnchors(signees);
  if (anchors.length === 0 && !textTags) return { signees, problems: [], tags: [] };
  const queries = anchors.map(({ anchor }) => ({ text: anchor.text, occurrence: anchor.occurrence ?? 1 }));
  const search = { queries, tags: textTags, pages };
  const { found, tags } = await searchPages(toolkit, input, search, accountId);
  const places = new Map(anchors.map(({ path }, index) => [path, found[index] ?? null]));
  return {
    signees: signees.map((signee, index) =>
      changePositions(signee, `signeeDetails.${index}`, (position, path) =>
        placeAt(position, places.get(path) ?? null),
      ),
    ),
    problems: anchors
      .filter(({ path }) => (places.get(path) ?? null) === null)
      .map(({ path, anchor: { text, occurrence = 1 } }) =>
        problem('anchor_not_found', `${path}.anchor`, { text, occurrence }),
      ),
    tags,
  };
}

async function searchPages(
  toolkit: PdfToolkit,
  input: string,
  {
    queries,
    tags: areTagsWanted,
    pages: count,
  }: { readonly queries: readonly Required<TextQuery>[]; readonly tags: boolean; readonly pages: number },
  account: string,
): Promise<{ readonly found: readonly (FoundText | null)[]; readonly tags: readonly FoundTag[] }> {
  const open = queries.map((query, index) => ({ index, text: query.text, left: Number(query.occurrence) }));
  const found: (FoundText | null)[] = queries.map(() => null);
  const tags: FoundTag[] = [];
  for (let first = 0; first < count; first += PAGES_OF_TASK) {
    const sought = open.filter(({ index }) => found[index] === null);
    if (sought.length === 0 && !areTagsWanted) break;
    const pages = Array.from({ length: Math.min(PAGES_OF_TASK, count - first) }, (_, at) => first + at);
    const findings = await toolkit.findText(
      {
        ...{ input, pages, tags: areTagsWanted },
        queries: sought.map(({ text, left }) => ({ text, occurrence: left })),
      },
      { account },
    );
    for (const [at, query] of sought.entries()) {
      found[query.index] = findings.found[at] ?? null;
      query.left -= findings.counts[at] ?? 0;
    }
    tags.push(...findings.tags);
  }
  return { found, tags };
}

function listAnchors(signees: readonly Placed[]): readonly PlacedAnchor[] {
  const anchors: PlacedAnchor[] = [];
  for (const [index, signee] of signees.entries())
    changePositions(signee, `signeeDetails.${index}`, (position, path) => {
      if (position.anchor !== undefined) anchors.push({ path, anchor: position.anchor });
      return position;
    });
  return anchors;
}

/** At the top left corner of the first line of the text, moved [D10-18]. */
function placeAt<P extends Position>(position: P, found: FoundText | null): P {
  const { anchor, ...others } = position;
  const [box] = found?.boxes ?? [];
  if (anchor === undefined || found === null || box === undefined) return position;
  const { dx = 0, dy = 0 } = anchor;
  return { ...others, page: found.page, x: box.x + dx, y: box.y + dy } as unknown as P;
}

type Change = <P extends Position>(position: P, path: string) => P;

function changePositions<Signee extends Placed>(signee: Signee, path: string, change: Change): Signee {
  const { signatureBox, idScanBox, formFields, furtherBoxes } = signee;
  return {
    ...signee,
    signatureBox: signatureBox && change(signatureBox, `${path}.signatureBox`),
    idScanBox: idScanBox && change(idScanBox, `${path}.idScanBox`),
    furtherBoxes: furtherBoxes?.map((box, index) => change(box, `${path}.furtherBoxes.${index}`)),
    formFields: formFields?.map((field, index) => {
      const at = `${path}.formFields.${index}`;
      const buttons = field.buttons?.map((button, number) => change(button, `${at}.buttons.${number}`));
      return { ...change(field, at), buttons };
    }),
  };
}
