import { lookupArray, lookupDict, lookupName, lookupNumber } from '@countersign/pdf';
import { PDFArray, PDFBool, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { isBlank } from './blank-field.ts';
import { catalogNumber } from './compare-store.ts';
import { type FieldFacts, FieldTree } from './field-tree.ts';
import { isTimestamp, type NewSignature, readNewSignature, visibleArea } from './new-signature.ts';
import {
  differingKeys,
  entryOf,
  plainDict,
  plainDictAt,
  type ReplacedObject,
  type Revisions,
} from './revision.ts';

const SIGNED_ENTRIES: ReadonlySet<string> = new Set(['V', 'AP', 'AS', 'F', 'MK', 'DA', 'M']);
const FILLED_ENTRIES: ReadonlySet<string> = new Set(['V', 'AP', 'AS', 'I', 'TI', 'RV', 'M', 'Ff']);
const READ_ONLY = 1;

/** New signatures by their widgets, for comparing pages. */
export type NewWidgets = ReadonlyMap<string, NewSignature & { readonly isNewField: boolean }>;

/** Explains new, signed and filled-in fields. Returns the widgets of new signatures. */
export function compareForm(revisions: Revisions): NewWidgets {
  return new FormComparison(revisions).run();
}

class FormComparison {
  readonly #revisions: Revisions;
  readonly #before: FieldTree;
  readonly #after: FieldTree;
  readonly #widgets = new Map<string, NewSignature & { readonly isNewField: boolean }>();

  constructor(revisions: Revisions) {
    this.#revisions = revisions;
    this.#before = new FieldTree(revisions.earlier);
    this.#after = new FieldTree(revisions.later);
  }

  run(): NewWidgets {
    this.#compareDictionary();
    this.#compareRoots();
    for (const replaced of this.#revisions.replaced.values()) this.#compareReplaced(replaced);
    return this.#widgets;
  }

  /** /AcroForm may only get further fields and resources for appearances. */
  #compareDictionary(): void {
    const { earlier, later } = this.#revisions;
    const [ref, newRef] = [earlier, later].map(({ catalog }) => entryOf(catalog, 'AcroForm'));
    const before = plainDictAt(earlier.catalog, 'AcroForm');
    const after = plainDictAt(later.catalog, 'AcroForm');
    if (after === undefined && newRef !== undefined) this.#revisions.add('form_changed', { key: 'AcroForm' });
    for (const key of differingKeys(before, after))
      if (!isHarmlessFormEntry(key, before, after)) this.#revisions.add('form_changed', { key });
    const catalog = catalogNumber(this.#revisions);
    const owner = ref instanceof PDFRef ? ref.objectNumber : catalog;
    const isOwnObject = ref instanceof PDFRef;
    this.#revisions.explainEntry(ref, catalog, 'AcroForm');
    this.#revisions.explainEntry(entryOf(before, 'Fields'), owner, isOwnObject ? 'Fields' : 'AcroForm');
    if (isGrownResources(before, after))
      this.#revisions.explainEntry(entryOf(before, 'DR'), owner, isOwnObject ? 'DR' : 'AcroForm');
  }

  #compareRoots(): void {
    const [before, after] = [this.#before.roots, this.#after.roots];
    const { later, earlier } = this.#revisions;
    const form = lookupDict(later.catalog, 'AcroForm');
    const added = (form && lookupArray(form, 'Fields')?.asArray()) ?? [];
    for (const item of added) if (!before.has(String(item))) this.#addField(item, '');
    const old = lookupDict(earlier.catalog, 'AcroForm');
    for (const item of (old && lookupArray(old, 'Fields')?.asArray()) ?? [])
      if (!after.has(String(item))) this.#reportRemoved(item);
  }

  #reportRemoved(item: PDFObject): void {
    const facts = item instanceof PDFRef ? this.#before.find(item) : undefined;
    this.#revisions.add('field_removed', { field: facts?.name ?? '' });
  }

  #addField(item: PDFObject, parentName: string): void {
    const { earlier, later } = this.#revisions;
    const isNew = item instanceof PDFRef && earlier.context.lookup(item) === undefined;
    const signature = isNew ? readNewSignature(item, later.context.lookup(item), parentName) : undefined;
    if (signature) this.#addSignature(signature, true);
    else this.#revisions.add('field_added', { field: this.#nameOf(item) });
  }

  #nameOf(item: PDFObject): string {
    return (item instanceof PDFRef && this.#after.find(item)?.name) || '';
  }

  /** Reports invisible signatures; visible ones are reported with their page. */
  #addSignature(signature: NewSignature, isNewField: boolean): void {
    for (const widget of signature.widgets) this.#widgets.set(String(widget), { ...signature, isNewField });
    if (signature.isTimestamp && isNewField)
      this.#revisions.add('document_timestamp', { field: signature.name });
    else this.#revisions.add(isNewField ? 'signature' : 'field_signed', { field: signature.name });
  }

  #compareReplaced(replaced: ReplacedObject): void {
    const { ref, before, after } = replaced;
    if (before instanceof PDFDict && after instanceof PDFDict && !isDocumentPart(before)) {
      const facts = this.#before.find(ref);
      const now = facts && this.#after.find(ref);
      if (facts && now) this.#compareField(ref, before, after, facts, now);
    }
    if (before instanceof PDFArray && after instanceof PDFArray) this.#compareKids(ref, before, after);
    if (before instanceof PDFStream && after instanceof PDFStream) this.#compareAppearance(ref);
  }

  #compareField(ref: PDFRef, before: PDFDict, after: PDFDict, facts: FieldFacts, now: FieldFacts): void {
    const keys = differingKeys(before, after);
    const { name: field } = facts;
    if (keys.length === 1 && keys[0] === 'Kids' && this.#addKids(before, after, field)) {
      this.#revisions.explain(ref);
      return;
    }
    const isSignature = facts.fieldType === 'Sig';
    const isSigned = isSignature && facts.value === undefined && now.value !== undefined;
    const allowed = isSignature ? SIGNED_ENTRIES : FILLED_ENTRIES;
    const isShrunk = isSigned && isInvisibleStill(before, after);
    const wrong = keys.filter((key) => !allowed.has(key) && !(key === 'Rect' && isShrunk));
    if (isSignature && !isSigned) this.#revisions.add('signature_changed', { field });
    else if (isSigned) this.#addSigned(ref, after, field, now);
    else if (facts.canBeFilled && isDifferentValue(before, after, facts, now)) this.#addFilled(facts, before);
    else wrong.push(...keys.filter((key) => key !== 'Ff' && key !== 'M'));
    if (keys.includes('AS') && !(after.lookup(PDFName.of('AS')) instanceof PDFName)) wrong.push('AS');
    if (keys.includes('Ff') && !isLockedNow(before, after)) wrong.push('Ff');
    for (const key of wrong) this.#revisions.add('field_changed', { field, key });
    this.#revisions.explain(ref);
  }

  #addSigned(ref: PDFRef, after: PDFDict, name: string, now: FieldFacts): void {
    const kids = lookupArray(after, 'Kids')?.asArray() ?? [];
    const widgets = kids.length > 0 ? kids.filter((kid) => kid instanceof PDFRef) : [ref];
    const isStamp = now.value instanceof PDFDict && isTimestamp(now.value);
    this.#addSignature({ name, widgets, isTimestamp: isStamp }, false);
  }

  #addFilled(facts: FieldFacts, widget: PDFDict): void {
    this.#revisions.add(isBlank(facts, widget) ? 'field_filled' : 'field_altered', { field: facts.name });
  }

  #addKids(before: PDFDict, after: PDFDict, name: string): boolean {
    const [old, all] = [before, after].map((dict) => lookupArray(dict, 'Kids')?.asArray());
    return this.#addListed(old ?? [], all ?? [], name);
  }

  #addListed(old: readonly PDFObject[], all: readonly PDFObject[], name: string): boolean {
    const isKept = old.every((item, index) => String(item) === String(all[index]));
    if (!isKept || all.length === old.length) return false;
    for (const item of all.slice(old.length)) this.#addField(item, name);
    return true;
  }

  #compareKids(ref: PDFRef, before: PDFArray, after: PDFArray): void {
    const referrers = [...this.#revisions.difference.references.referrersOf(ref.objectNumber)];
    const [owner] = referrers;
    if (owner === undefined || referrers.length !== 1) return;
    const group = this.#revisions.earlierObject(owner);
    const facts = this.#before.find(this.#revisions.earlier.refTo(owner));
    if (!(group instanceof PDFDict) || !facts || isDocumentPart(group)) return;
    if (!this.#revisions.refersOnlyBy('Kids', owner, ref)) return;
    if (this.#addListed(before.asArray(), after.asArray(), facts.name)) this.#revisions.explain(ref);
  }

  #compareAppearance(ref: PDFRef): void {
    const referrers = [...this.#revisions.difference.references.referrersOf(ref.objectNumber)];
    if (referrers.length > 0 && referrers.every((owner) => this.#isRedrawn(owner, ref)))
      this.#revisions.explain(ref);
  }

  #isRedrawn(owner: number, appearance: PDFRef): boolean {
    const { earlier } = this.#revisions;
    const widget = this.#revisions.earlierObject(owner);
    const ref = earlier.refTo(owner);
    const [facts, now] = [this.#before.find(ref), this.#after.find(ref)];
    if (!(widget instanceof PDFDict) || !facts || !now || isDocumentPart(widget)) return false;
    if (!this.#revisions.refersOnlyBy('AP', owner, appearance)) return false;
    if (facts.fieldType === 'Sig') return facts.value === undefined && now.value !== undefined;
    if (!facts.canBeFilled || String(facts.value) === String(now.value)) return false;
    this.#addFilled(facts, widget);
    return true;
  }
}

/** Excludes pages and the like that a list of fields contains. */
function isDocumentPart(dict: PDFDict): boolean {
  return ['Catalog', 'Pages', 'Page'].includes(lookupName(dict, 'Type') ?? '');
}

function isDifferentValue(before: PDFDict, after: PDFDict, facts: FieldFacts, now: FieldFacts): boolean {
  const isSameState = String(entryOf(before, 'AS')) === String(entryOf(after, 'AS'));
  return String(facts.value) !== String(now.value) || !isSameState;
}

/** Some software adds signature fields without area and appearance. */
function isInvisibleStill(before: PDFDict, after: PDFDict): boolean {
  return entryOf(before, 'AP') === undefined && visibleArea(after) === 0;
}

/** Some software makes fields read-only. */
function isLockedNow(before: PDFDict, after: PDFDict): boolean {
  return ((lookupNumber(before, 'Ff') ?? 0) | READ_ONLY) === lookupNumber(after, 'Ff');
}

function isHarmlessFormEntry(key: string, before: PDFDict | undefined, after: PDFDict | undefined): boolean {
  if (key === 'Fields' || key === 'SigFlags') return true;
  if (key === 'DA') return entryOf(before, key) === undefined;
  if (key === 'DR') return isGrownResources(before, after);
  // Otherwise appearances generated by readers could be replaced by different ones.
  return key === 'NeedAppearances' && [before, after].every((form) => !isTrue(form, key));
}

function isTrue(dict: PDFDict | undefined, key: string): boolean {
  return dict?.lookup(PDFName.of(key)) === PDFBool.True;
}

/** Resources for fields: existing ones stay. */
function isGrownResources(before: PDFDict | undefined, after: PDFDict | undefined): boolean {
  const [old, all] = [before, after].map((form) => plainDictAt(form, 'DR'));
  if (old === undefined || all === undefined) return old === undefined;
  return old.keys().every((key) => isGrown(old.lookup(key), all.lookup(key)));
}

function isGrown(old: PDFObject | undefined, all: PDFObject | undefined): boolean {
  const [before, after] = [plainDict(old), plainDict(all)];
  if (!before || !after) return String(old) === String(all);
  return before.keys().every((key) => String(before.get(key)) === String(after.get(key)));
}
