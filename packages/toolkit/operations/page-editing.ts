import { parse, resolve } from 'node:path';
import {
  assemblePages,
  openPdf,
  type PdfBytes,
  PdfError,
  type PdfFile,
  parsePageRanges,
  rotatePages,
  splitPages,
} from '@countersign/pdf';
import { invalidArgument } from '@countersign/pdf/arguments';
import type { DecryptReport, RewriteReport, SplitReport } from '../reports.ts';
import type { DecryptArgs, PagesArgs, RotateArgs, SplitArgs } from '../requests.ts';
import { withPdf } from './reading.ts';

/** A file without encryption keeps its bytes. */
export async function decrypt({ input, output, password }: DecryptArgs): Promise<DecryptReport> {
  const file = openPdf(input, { password });
  try {
    const bytes = file.save();
    bytes.writeTo(output);
    return { pages: file.pageCount, size: bytes.size, encrypted: file.encryption !== undefined };
  } finally {
    file.close();
  }
}

export async function pages({ inputs, ranges = [], output }: PagesArgs): Promise<RewriteReport> {
  if (ranges.length > inputs.length) throw invalidArgument('ranges', 'at most one for each input', ranges);
  const files: PdfFile[] = [];
  try {
    for (const [index, input] of inputs.entries()) files.push(nameInput(index, () => openPdf(input)));
    const parts = files.map((file, index) =>
      nameInput(index, () => ({ file, pages: parsePageRanges(ranges[index] ?? '', file.pageCount) })),
    );
    const bytes = assemblePages(parts);
    bytes.writeTo(output);
    return { pages: parts.reduce((sum, part) => sum + part.pages.length, 0), size: bytes.size };
  } finally {
    for (const file of files) file.close();
  }
}

/** Names the input in the params of a refusal, as `merge` does. */
function nameInput<T>(input: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw new PdfError(error.code, error.message, { ...error.params, input }, error);
  }
}

export function rotate({ input, output, degrees, ranges = '' }: RotateArgs): Promise<RewriteReport> {
  return withPdf(input, (file) => {
    rotatePages(file, parsePageRanges(ranges, file.pageCount), degrees);
    const bytes = file.save();
    bytes.writeTo(output);
    return { pages: file.pageCount, size: bytes.size };
  });
}

export function split({ input, output, every, maxBytes, ranges }: SplitArgs): Promise<SplitReport> {
  const given = [every, maxBytes, ranges].filter((option) => option !== undefined);
  if (given.length !== 1) throw invalidArgument('every', 'one of every, maxBytes and ranges', every);
  return withPdf(input, (file) => {
    const parts: (SplitReport['parts'][number] & object)[] = [];
    for (const bytes of partsOf(file, { every, maxBytes, ranges })) {
      const path = partPath(output, parts.length + 1);
      if (typeof input === 'string' && resolve(path) === resolve(input))
        throw invalidArgument('output', 'another path than the input', path);
      bytes.writeTo(path);
      const part = openPdf(bytes.toSource());
      parts.push({ output: path, pages: part.pageCount, size: bytes.size });
    }
    return { parts };
  });
}

function partsOf(
  file: PdfFile,
  { every, maxBytes, ranges }: Pick<SplitArgs, 'every' | 'maxBytes' | 'ranges'>,
): Iterable<PdfBytes> {
  if (every !== undefined) return splitPages(file, { pages: every });
  if (maxBytes !== undefined) return splitPages(file, { bytes: maxBytes });
  // Every text is read before the first part is written.
  const chosen = (ranges ?? []).map((text) => parsePageRanges(text, file.pageCount));
  return chosen.map((part) => assemblePages([{ file, pages: part }]));
}

function partPath(output: string, number: number): string {
  if (output.includes('%d')) return output.replace('%d', String(number));
  const { dir, name, ext } = parse(output);
  return `${dir === '' ? '' : `${dir}/`}${name}-${number}${ext}`;
}
