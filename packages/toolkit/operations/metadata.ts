import { readInfo, setInfo } from '@countersign/pdf';
import type { MetadataReport, PageEditReport } from '../reports.ts';
import type { ReadArgs, SetMetadataArgs } from '../requests.ts';
import { claimedConformance } from './conformance.ts';
import { withPdf } from './reading.ts';
import { saveEdited } from './save-edited.ts';

export function readMetadata({ input }: ReadArgs): Promise<MetadataReport> {
  return withPdf(input, (file) => ({ ...readInfo(file), claimed: claimedConformance(file) }));
}

export function setMetadata({ input, output, ...change }: SetMetadataArgs): Promise<PageEditReport> {
  return saveEdited({ input, output }, (file) => setInfo(file, change).warnings);
}
