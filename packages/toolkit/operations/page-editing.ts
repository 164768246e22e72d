import { parse, resolve } from 'node:path';
import {
  assemblePages,
  openPdf,
  type PdfBytes,
  type PdfFile,
  parsePageRanges,
  rotatePages,
  splitPages,
  warnIfSigned,
} from '@countersign/pdf';
import { invalidArgument } from '@countersign/pdf/arguments';
import type { DecryptReport, PageEditReport, RewriteReport, SplitReport } from '../reports.ts';
import type { DecryptArgs, PagesArgs, RotateArgs, SplitArgs } from '../requests.ts';
import { nameInput, withPdf } from './reading.ts';
import { saveEdited } from './save-edited.ts';

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

export function rotate({ input, output, degrees, ranges = '' }: RotateArgs): Promise<PageEditReport> {
  return saveEdited({ input, output }, (file) => {
    rotatePages(file, parsePageRanges(ranges, file.pageCount), degrees);
    return warnIfSigned(file);
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
      parts.push({ output: path, pages: countPages(bytes), size: bytes.size });
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
  return splitPages(file, { parts: chosen });
}

function countPages(bytes: PdfBytes): number {
  const file = openPdf(bytes.toSource());
  try {
    return file.pageCount;
  } finally {
    file.close();
  }
}

function partPath(output: string, number: number): string {
  if (output.includes('%d')) return output.replace('%d', String(number));
  const { dir, name, ext } = parse(output);
  return `${dir === '' ? '' : `${dir}/`}${name}-${number}${ext}`;
}
