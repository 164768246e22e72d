import type { PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { STRIP } from '../arguments.ts';
import type { ActiveContentOptions } from './active/cleaning-job.ts';
import { type ActiveContentReport, stripActiveContent } from './active/strip-active-content.ts';
import { type SignatureStripReport, stripSignatures } from './strip-signatures.ts';
import { dropUnlistedSignatures } from './unlisted-parts.ts';

export interface StripReport extends SignatureStripReport, ActiveContentReport {}

/**
 * Removes signatures (`stripSignatures`) and active content (`stripActiveContent`). Modifies the objects of
 * `file`; if the report says `changed`, write it with `rewrite`.
 */
export function strip(file: PdfFile, options: ActiveContentOptions = {}): StripReport {
  checkArguments({ file, options }, STRIP);
  // First, since it judges annotations by their bytes: `stripSignatures` looks some up.
  const content = stripActiveContent(file, options);
  const signatures = stripSignatures(file);
  const hadUnlisted = !signatures.changed && dropUnlistedSignatures(file) > 0;
  return {
    ...signatures,
    ...content,
    removedRemains: signatures.removedRemains || hadUnlisted,
    changed: signatures.changed || hadUnlisted || content.removedContentCount > 0,
  };
}
