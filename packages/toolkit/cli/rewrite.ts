import { withPdf } from '../operations/open-input.ts';
import { outcomeOf, unwrapOutcome } from '../outcome.ts';
import type { PdfInput } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';

interface RewriteReport {
  readonly pages: number;
  readonly size: number;
}

export const runRewrite: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    // Fails as operations of the toolkit do.
    const outcome = await outcomeOf(() => rewriteTo(input, call.out));
    const report = unwrapOutcome(outcome) as RewriteReport;
    return {
      json: { file, output: call.out, ...report },
      text: `${call.out}: ${report.pages} pages, ${report.size} bytes`,
    };
  });

function rewriteTo(input: PdfInput, output: string): Promise<RewriteReport> {
  return withPdf(input, (pdf) => {
    const bytes = pdf.rewrite();
    bytes.writeTo(output);
    return { pages: pdf.pageCount, size: bytes.size };
  });
}
