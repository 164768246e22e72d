/** Checks a sealed file with our verification and, if installed, poppler's. */

import { openPdf } from '@countersign/pdf';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import { verifySignatures } from '@countersign/verify';

/** Returns pages and signatures, and reports a signature that either reader finds invalid. */
export async function readSealBack(path: string): Promise<string> {
  const reports = verifySignatures(path);
  const problems = [
    ...reports.flatMap((report) => report.problems.map(({ message }) => message)),
    ...(reports.every(({ coversWholeDocument }) => coversWholeDocument) ? [] : ['not over the whole file']),
    ...verifyByPdfsig(path),
  ];
  const verdict = problems.length === 0 ? 'valid' : `wrong (${problems.join('; ')})`;
  return `${countPages(path)} pages, ${reports.length} ${verdict} signature over the whole file`;
}

/** Returns poppler's objections, trust excluded; none if it is not installed. */
function verifyByPdfsig(path: string): readonly string[] {
  if (!hasPrograms('pdfsig')) return [];
  const { stdout } = runProgram('pdfsig', ['-nocert', path]);
  return ['Signature is Valid', 'Total document signed'].flatMap((words) =>
    stdout.includes(words) ? [] : [`pdfsig does not say "${words}"`],
  );
}

function countPages(path: string): number {
  const file = openPdf(path);
  try {
    return file.pageCount;
  } finally {
    file.close();
  }
}
