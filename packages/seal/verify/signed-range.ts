import { type ByteSource, lookupArray, stringBytes } from '@countersign/pdf';
import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import type { FeedContent } from '../cms/check-cms.ts';
import { feedSource } from '../read/feed-source.ts';
import { type SignatureProblem, signatureProblem } from '../signature-problem.ts';

export interface SignedRange {
  readonly feedContent: FeedContent;
  readonly contents: Uint8Array;
  readonly coversWholeDocument: boolean;
  /** Of the /Contents string, which is not covered. */
  readonly gapStart: number;
  readonly gapEnd: number;
  readonly end: number;
}

/** Real signatures stay below 1 MiB, with revocation data. */
const MAX_CONTENTS_LENGTH = 1 << 24;

/** In one case: changing the case of a digit must not go unnoticed. */
const HEX_STRING = /^<(?:[0-9A-F]*|[0-9a-f]*)>$/;

/**
 * It must begin with the file and exclude /Contents alone, or other content could be exchanged. Otherwise
 * returns the problem.
 */
export function readSignedRange(source: ByteSource, signature: PDFDict): SignedRange | SignatureProblem {
  const range = readByteRange(signature);
  if (!range) return signatureProblem('byte_range_malformed');
  const [start, length, next, rest] = range;
  if (start !== 0) return signatureProblem('byte_range_late');
  if (next <= length || next + rest > source.size) return signatureProblem('byte_range_outside');
  if (next - length > MAX_CONTENTS_LENGTH) return signatureProblem('byte_range_gap');
  const gap = Buffer.from(source.read(length, next - length)).toString('latin1');
  if (!HEX_STRING.test(gap)) return signatureProblem('byte_range_gap');
  const contents = Buffer.from(gap.slice(1, -1), 'hex');
  if (gap.length % 2 !== 0 || !contents.equals(readContents(signature) ?? Buffer.alloc(0)))
    return signatureProblem('byte_range_gap');
  return {
    feedContent: (sink) => {
      feedSource(source, 0, length, sink);
      feedSource(source, next, rest, sink);
    },
    contents,
    gapStart: length,
    gapEnd: next,
    coversWholeDocument: next + rest === source.size,
    end: next + rest,
  };
}

function readByteRange(signature: PDFDict): [number, number, number, number] | undefined {
  const numbers = lookupArray(signature, 'ByteRange')
    ?.asArray()
    .map((entry) => (entry instanceof PDFNumber ? entry.asNumber() : Number.NaN));
  if (numbers?.length !== 4 || !numbers.every((value) => Number.isSafeInteger(value) && value >= 0))
    return undefined;
  const [start = 0, length = 0, next = 0, rest = 0] = numbers;
  return [start, length, next, rest];
}

function readContents(signature: PDFDict): Uint8Array | undefined {
  return stringBytes(signature.lookup(PDFName.of('Contents')));
}
