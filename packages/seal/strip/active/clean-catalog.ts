import { lookupDict, lookupName } from '@countersign/pdf';
import { PDFDict, PDFName } from 'pdf-lib';
import { readText } from '../../fields/text.ts';
import type { ActiveKind } from './action-rules.ts';
import type { CleaningJob } from './cleaning-job.ts';
import { readNameTree } from './name-tree.ts';
import { isWebBase } from './web-addresses.ts';

const OPEN = PDFName.of('OpenAction');
const XFA = PDFName.of('XFA');
const DOCUMENT = { place: 'document' } as const;

/** They only set the view. */
const VIEWS: ReadonlySet<string> = new Set(['GoTo', 'GoToDp']);

const ACTIVE_TREES: Readonly<Record<string, ActiveKind>> = {
  JavaScript: 'javascript',
  Renditions: 'media',
  AlternatePresentations: 'media',
};

export function cleanCatalog(job: CleaningJob): void {
  const { catalog } = job.file;
  cleanOpenAction(job);
  job.actions.cleanTriggers(catalog, DOCUMENT);
  const names = lookupDict(catalog, 'Names');
  if (names) cleanNames(job, names);
  cleanForm(job);
  cleanBase(job);
  job.removeAssociated(catalog, DOCUMENT);
  // A portfolio shows its attachments instead of the pages (7.11.6).
  if (!job.options.keepAttachments && catalog.has(PDFName.of('Collection'))) {
    job.removals.note('attachment', DOCUMENT);
    catalog.delete(PDFName.of('Collection'));
  }
}

function cleanOpenAction({ file: { catalog }, actions, removals }: CleaningJob): void {
  actions.clean(catalog, OPEN, DOCUMENT);
  const left = catalog.lookup(OPEN);
  if (!(left instanceof PDFDict) || VIEWS.has(lookupName(left, 'S') ?? '')) return;
  removals.note('open_action', DOCUMENT);
  catalog.delete(OPEN);
}

/** A base URI (12.6.4.7) would turn relative addresses into file paths. */
function cleanBase({ file: { catalog }, removals }: CleaningJob): void {
  const addresses = lookupDict(catalog, 'URI');
  const base = addresses && readText(addresses, 'Base');
  if (base === undefined || isWebBase(base)) return;
  removals.note('launch', DOCUMENT);
  catalog.delete(PDFName.of('URI'));
}

/** XFA (12.7.8) replaces the pages in some readers. */
function cleanForm({ file, removals }: CleaningJob): void {
  const form = lookupDict(file.catalog, 'AcroForm');
  if (form === undefined || !form.has(XFA)) return;
  removals.note('xfa', DOCUMENT);
  form.delete(XFA);
}

function cleanNames(job: CleaningJob, names: PDFDict): void {
  for (const [key, kind] of Object.entries(ACTIVE_TREES)) cleanTree(job, names, key, kind);
  if (!job.options.keepAttachments) cleanTree(job, names, 'EmbeddedFiles', 'attachment');
  if (names.keys().length === 0 && job.removals.count > 0) job.file.catalog.delete(PDFName.of('Names'));
}

/** Trees without entries stay, so that harmless files are not rewritten. */
function cleanTree(job: CleaningJob, names: PDFDict, key: string, kind: ActiveKind): void {
  const before = job.removals.count;
  for (const { name, value } of readNameTree(job, names, key)) {
    job.removals.note(kind, { ...DOCUMENT, name });
    if (value) job.removals.erased.add(value);
  }
  if (job.removals.count > before) names.delete(PDFName.of(key));
}
