import type { PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { PDFArray, type PDFObject } from 'pdf-lib';
import { PAGES } from '../errors.ts';
import { Key, readArray, readDict } from './dict-reading.ts';
import {
  type DisplayedBox,
  type FieldDict,
  FieldDicts,
  FieldNode,
  type PageWidget,
  readPartialName,
} from './field-dict.ts';
import { type FieldKind, isFieldType, readFieldKind } from './field-kind.ts';
import { compareBoxes } from './field-options.ts';
import { readFormFields } from './form-fields.ts';
import { findTop, listParents } from './inherited-entries.ts';
import { listWidgetsOf } from './page-widgets.ts';

export interface NamedWidget extends DisplayedBox {
  /** Fully qualified; empty if the file has none. */
  readonly name: string;
}

/**
 * Lists the widgets of `readFormFields` on some pages, sorted. Reads only these pages and the fields above, if /Kids
 * and /Parent agree. `pages` are distinct indices from 0.
 */
export function listWidgetsOnPages(file: PdfFile, pages: readonly number[]): NamedWidget[] {
  checkArguments({ file, pages }, PAGES);
  const dicts = new FieldDicts(file);
  const placements = pages.flatMap((page) => listWidgetsOf(dicts, file.page(page)));
  return (nameFromBelow(dicts, placements) ?? readWhole(file, pages)).sort(compareBoxes);
}

function readWhole(file: PdfFile, pages: readonly number[]): NamedWidget[] {
  const named = readFormFields(file).flatMap(({ name, widgets }) =>
    widgets.map((widget) => ({ ...widget, name })),
  );
  return named.filter(({ page }) => pages.includes(page));
}

/** Returns undefined if /Kids and /Parent disagree. */
function nameFromBelow(dicts: FieldDicts, placements: readonly PageWidget[]): NamedWidget[] | undefined {
  const climb = new FormClimb(dicts);
  const named: NamedWidget[] = [];
  for (const { entries, box } of placements) {
    const found = climb.findField(entries);
    if (found === undefined) return undefined;
    if (box !== undefined && isFieldType(found.kind)) named.push({ ...box, name: found.name });
  }
  return named;
}

interface FoundField {
  readonly name: string;
  readonly kind: FieldKind;
}

/** Climbs by /Parent, with the same result as the walk from /Fields. */
class FormClimb {
  readonly #dicts: FieldDicts;
  readonly #roots: PDFArray | undefined;
  /** There may be thousands of roots and kids. */
  readonly #items = new Map<PDFArray, ReadonlySet<PDFObject>>();

  constructor(dicts: FieldDicts) {
    this.#dicts = dicts;
    const acroForm = readDict(dicts.file.catalog, Key.AcroForm);
    this.#roots = acroForm && readArray(acroForm, Key.Fields);
  }

  /** Returns undefined if /Fields does not lead to the widget, or it has no type. */
  findField(widget: FieldDict): FoundField | undefined {
    const chain = [widget, ...listParents(widget)];
    if (chain.at(-1) !== (findTop(widget) ?? widget) || !this.#leadsDown(chain)) return undefined;
    const field = makeNode(chain);
    if (field === undefined) return undefined;
    if (field.entries !== widget) field.addWidget(this.#firstLook(field) ?? widget);
    const kind = readFieldKind(field);
    return kind === 'unknown' ? undefined : { name: field.name, kind };
  }

  /** Some writers list kids in /Fields. */
  #leadsDown(chain: readonly FieldDict[]): boolean {
    if (!chain.some((dict) => this.#holds(this.#roots, dict))) return false;
    return chain.every((dict, level) => {
      const parent = chain[level + 1];
      return parent === undefined || this.#holds(parent.entry(Key.Kids), dict);
    });
  }

  #holds(array: PDFObject | undefined, kid: FieldDict): boolean {
    if (!(array instanceof PDFArray)) return false;
    const items = this.#items.get(array) ?? new Set(array.asArray());
    this.#items.set(array, items);
    return items.has(kid.ref ?? kid.dict);
  }

  /** Some writers put the type into the first widget. */
  #firstLook({ entries }: FieldNode): FieldDict | undefined {
    const kids = entries.entry(Key.Kids);
    if (!(kids instanceof PDFArray)) return undefined;
    for (const item of kids.asArray()) {
      const kid = this.#dicts.at(item);
      if (kid !== undefined && readPartialName(kid) === undefined) return kid;
    }
    return undefined;
  }
}

/** The root is a field even without a name. */
function makeNode(chain: readonly FieldDict[]): FieldNode | undefined {
  return chain.reduceRight<FieldNode | undefined>((owner, dict, level) => {
    if (owner !== undefined && readPartialName(dict) === undefined) return owner;
    return new FieldNode(dict, owner, chain.slice(level + 1));
  }, undefined);
}
