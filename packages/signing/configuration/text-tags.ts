/**
 * Texts in the file that become boxes and fields: `{{signature:1}}`, `{{initials:2}}`, `{{text:1:Name}}`, `{{date:2}}` and
 * `{{check:1:Accept}}`. The number is the place of the signee in `signeeDetails`, from 1. The prepared PDF has a white
 * rectangle over each: people do not see it, and it is no passage of the assistant. The letters stay in the content below
 * the rectangle, so that programs which extract all text of a page, covered or not, still find them.
 */

import { type Immutable, problem } from '@countersign/base';
import type { FoundTag } from '@countersign/toolkit';
import { z } from 'zod';
import type { ErrorDetail, Warning } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import type { PdfToolkit } from '../ports/pdf-toolkit.ts';
import { resolveAnchors } from './anchors.ts';
import type { DraftSignee } from './configuration.ts';
import { findFurtherBoxProblems } from './further-boxes.ts';
import { findFormFieldProblems } from './placed-fields.ts';
import { DEFAULT_SIGNATURE_PLACEMENT } from './signee.ts';

type Marked = Pick<DraftSignee, 'signatureBox' | 'furtherBoxes' | 'formFields'>;

const cover = z.object({
  page: z.number(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/** What a document or link keeps of its tags. */
export const storedTextTags = z.object({
  /** Where they are. */
  covers: z.array(cover),
  /** What the signees have without them, for a duplicate. */
  signees: z.array(z.custom<Marked>((value) => typeof value === 'object' && value !== null)),
});
export type StoredTextTags = Immutable<z.infer<typeof storedTextTags>>;

export interface Places<Signee> {
  readonly signees: readonly Signee[];
  readonly problems: readonly ErrorDetail[];
  readonly warnings: readonly Warning[];
  /** It is absent if the request did not ask for tags. */
  readonly textTags?: StoredTextTags | undefined;
}

/** Finds the positions of anchors, then boxes and fields of tags if the request asks for them. */
export async function findPlaces<Signee extends DraftSignee>(
  toolkit: PdfToolkit,
  input: string,
  file: Pick<StoredFile, 'pages' | 'accountId'>,
  request: { readonly signees: readonly Signee[]; readonly textTags: boolean },
): Promise<Places<Signee>> {
  const { tags, ...resolved } = await resolveAnchors(toolkit, input, file, request);
  if (!request.textTags) return { ...resolved, warnings: [] };
  const fields = tags.length === 0 ? [] : await toolkit.readFields({ input }, { account: file.accountId });
  const names = new Set(fields.map(({ name }) => name));
  const { signees, covers, warnings } = applyTags(resolved.signees, tags, names);
  return {
    signees,
    problems: [...resolved.problems, ...findTagProblems(resolved.signees, signees)],
    warnings,
    textTags: {
      covers,
      signees: resolved.signees.map(({ signatureBox, furtherBoxes, formFields }) => ({
        ...{ signatureBox, furtherBoxes, formFields },
      })),
    },
  };
}

/** Problems that a request without the tags does not have. */
function findTagProblems(
  before: readonly DraftSignee[],
  after: readonly DraftSignee[],
): readonly ErrorDetail[] {
  const known = new Set(listProblems(before).map(({ path }) => path));
  const missing = after.flatMap(
    ({ signatureBox, signaturePlacement = DEFAULT_SIGNATURE_PLACEMENT }, index) =>
      signatureBox === undefined && signaturePlacement === 'existing'
        ? [problem('signature_box_required', `signeeDetails.${index}.signatureBox`)]
        : [],
  );
  return [...listProblems(after).filter(({ path }) => !known.has(path)), ...missing];
}

function listProblems(signees: readonly DraftSignee[]): readonly ErrorDetail[] {
  return [
    ...findFormFieldProblems(signees),
    ...signees.flatMap((signee, index) => findFurtherBoxProblems(signee, `signeeDetails.${index}`)),
  ];
}

const TAG = /^\{\{\s*(signature|initials|text|date|check)\s*:\s*(\d{1,3})\s*(?::\s*(.*?)\s*)?\}\}$/u;
const NAMES = { text: 'Text', date: 'Date', check: 'Check' } as const;
/** Points. A smaller field cannot be seen. */
const MIN_SIDE = 8;

function applyTags<Signee extends DraftSignee>(
  given: readonly Signee[],
  tags: readonly FoundTag[],
  names: ReadonlySet<string>,
): {
  readonly signees: readonly Signee[];
  readonly covers: StoredTextTags['covers'];
  readonly warnings: readonly Warning[];
} {
  const signees = [...given];
  const warnings: Warning[] = [];
  const covers: StoredTextTags['covers'][number][] = [];
  const taken = new Set([
    ...names,
    ...given.flatMap(({ formFields = [] }) => formFields.map(({ name }) => name)),
  ]);
  for (const tag of tags) {
    const { page, text, boxes } = tag;
    const [box] = boxes;
    const warn = (code: string) => warnings.push({ code, path: 'textTags', params: { page, text } });
    const [, kind, number, label = ''] = TAG.exec(text) ?? [];
    const index = Number(number) - 1;
    const signee = signees[index];
    const isNamed = label !== '';
    const isKnown = kind !== undefined && signee !== undefined && (!isNamed || kind in NAMES);
    if (!isKnown) {
      warn('unknown_text_tag');
      continue;
    }
    if (box === undefined) {
      warn('text_tag_not_visible');
      continue;
    }
    covers.push(...boxes.map((one) => ({ page, ...one })));
    signees[index] = mark(signee, { kind, label, place: { page, ...box } }, taken);
  }
  return { signees, covers, warnings };
}

interface Tag {
  readonly kind: string;
  readonly label: string;
  readonly place: StoredTextTags['covers'][number];
}

function mark<Signee extends DraftSignee>(
  signee: Signee,
  { kind, label, place }: Tag,
  taken: Set<string>,
): Signee {
  const { page, x, y, height } = place;
  const { signatureBox, signaturePlacement, furtherBoxes = [], formFields = [] } = signee;
  const isFirst = signaturePlacement !== 'new_page' && signatureBox?.page === undefined;
  if (kind === 'signature' && isFirst) return { ...signee, signatureBox: { ...signatureBox, page, x, y } };
  if (kind === 'signature' || kind === 'initials')
    return { ...signee, furtherBoxes: [...furtherBoxes, { kind, page, x, y }] };
  const [own, ...attributes] = (label || NAMES[kind as keyof typeof NAMES]).split('|');
  const rest = [...attributes, ...(kind === 'date' ? ['svc-date-now'] : [])].map((one) => `|${one}`).join('');
  const name = findFreeName(own ?? '', rest, taken);
  taken.add(name);
  const side = Math.max(height, MIN_SIDE);
  const width = kind === 'check' ? side : Math.max(place.width, MIN_SIDE);
  const type = kind === 'check' ? 'checkbox' : 'textField';
  return { ...signee, formFields: [...formFields, { name, type, page, x, y, width, height: side }] };
}

/** As merging does, `name#2`. */
function findFreeName(own: string, rest: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = `${own}${number === 1 ? '' : `#${number}`}${rest}`;
    if (!taken.has(name)) return name;
  }
}
