/** Checks a sealed file with our verification and, if installed, poppler's. */
import { spawnSync } from 'node:child_process';
import { openPdf } from '@countersign/pdf';
import { verifySignatures } from '@countersign/seal';
import { isInstalled } from './cold/run-process.ts';

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
  if (!isInstalled('pdfsig')) return [];
  const { stdout } = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
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
