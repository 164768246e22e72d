/** Looks at what a contender sealed, with our verification and, where it is installed, with poppler's. */
import { spawnSync } from 'node:child_process';
import { openPdf } from '@countersign/pdf';
import { verifySignatures } from '@countersign/seal';
import { isInstalled } from './cold/run-process.ts';

/** Pages and signatures; a signature that one of the two readers does not find valid over the whole file is told as such. */
export async function readSealBack(path: string): Promise<string> {
  const reports = verifySignatures(path);
  const problems = [
    ...reports.flatMap((report) => report.problems.map(({ message }) => message)),
    ...(reports.every(({ coversWholeDocument }) => coversWholeDocument) ? [] : ['not over the whole file']),
    ...askPdfsig(path),
  ];
  const verdict = problems.length === 0 ? 'valid' : `wrong (${problems.join('; ')})`;
  return `${countPages(path)} pages, ${reports.length} ${verdict} signature over the whole file`;
}

/** What poppler has against the file; nothing where it is not installed. Whom to trust is not asked. */
function askPdfsig(path: string): readonly string[] {
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
