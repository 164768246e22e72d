import type { PageSize, PdfInput } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

export function readPages(input: PdfInput): Promise<readonly PageSize[]> {
  return withPdf(input, (file) =>
    Array.from(file.pages(), ({ geometry }) => ({
      width: geometry.displayedWidth,
      height: geometry.displayedHeight,
    })),
  );
}
