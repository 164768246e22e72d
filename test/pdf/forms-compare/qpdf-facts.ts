import { type PdfFile, toDisplayedRect } from '@countersign/pdf';
import { runProgram } from '@countersign/pdf/testing';
import { flagNames, formatBox, joinFacts, type StatedFacts, typeOf } from './field-facts.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Dict = Readonly<Record<string, Json>>;

/** An entry of `acroform.fields`: one per widget of a page. */
interface Entry {
  readonly fullname: string;
  readonly fieldtype: string;
  readonly fieldflags: number;
  readonly value: Json;
  readonly defaultvalue: Json;
  readonly pageposfrom1: number;
  readonly object: string;
  readonly annotation: { readonly object: string };
}

interface Output {
  readonly acroform: { readonly fields: readonly Entry[] };
  readonly qpdf: readonly [unknown, Readonly<Record<string, { value?: Json; stream?: { dict: Json } }>>];
}

const TIMEOUT_MS = 30_000;

/** Lists the fields that qpdf finds; /Rect, /MaxLen, /Opt and states come from its object dump. */
export function readQpdfFacts(path: string, file: PdfFile): Map<string, StatedFacts> {
  const { acroform, qpdf } = runQpdf(path);
  const objects = new Objects(qpdf[1]);
  return joinFacts(acroform.fields.flatMap((entry) => toFacts(entry, objects, file)));
}

function runQpdf(path: string): Output {
  const keys = ['acroform', 'qpdf'].map((key) => `--json-key=${key}`);
  const options = ['--json=2', ...keys, '--json-stream-data=none', path];
  const { stdout } = runProgram('qpdf', options, { timeout: TIMEOUT_MS });
  return JSON.parse(stdout) as Output;
}

class Objects {
  readonly #byKey: Output['qpdf'][1];

  constructor(byKey: Output['qpdf'][1]) {
    this.#byKey = byKey;
  }

  resolve(value: Json | undefined): Json {
    if (typeof value !== 'string' || !/^\d+ \d+ R$/.test(value)) return value ?? null;
    const found = this.#byKey[`obj:${value}`];
    return found?.value ?? found?.stream?.dict ?? null;
  }

  dict(value: Json | undefined): Dict {
    const found = this.resolve(value);
    return found !== null && typeof found === 'object' && !Array.isArray(found) ? found : {};
  }

  /** Returns an entry of the field or of its nearest parent that has it. */
  inherited(field: string, key: string): Json {
    let at = this.dict(field);
    for (let level = 0; level < 100; level++) {
      if (at[key] !== undefined) return this.resolve(at[key]);
      at = this.dict(at['/Parent']);
    }
    return null;
  }

  list(value: Json | undefined): Json[] {
    const found = this.resolve(value);
    return Array.isArray(found) ? found.map((item) => this.resolve(item)) : [];
  }
}

function toFacts(entry: Entry, objects: Objects, file: PdfFile): StatedFacts[] {
  const { fullname: name, fieldflags: flags, fieldtype } = entry;
  const type = typeOf(fieldtype.slice(1), flags);
  if (!type) return [];
  const widget = objects.dict(entry.annotation.object);
  const boxes = placeOf(objects.list(widget['/Rect']), entry.pageposfrom1 - 1, file);
  const isButton = type === 'checkbox' || type === 'radioButton';
  const isShown = isButton && isOn(objects, widget, entry.value);
  return [
    {
      name,
      type,
      flags: flagNames(type, flags).sort(),
      boxes,
      maxLength: type === 'textField' ? readCount(objects.inherited(entry.object, '/MaxLen')) : null,
      ...(isButton ? { shown: isShown ? boxes : [] } : readTexts(entry, objects)),
    },
  ];
}

function placeOf(rect: readonly Json[], page: number, file: PdfFile): string[] {
  const [x1, y1, x2, y2] = rect.filter((number) => typeof number === 'number');
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return [];
  return [formatBox({ page, ...toDisplayedRect(file.page(page).geometry, [x1, y1, x2, y2]) })];
}

/** Returns whether the widget has an appearance for the value's state. */
function isOn(objects: Objects, widget: Dict, value: Json): boolean {
  const appearances = objects.dict(widget['/AP']);
  const states = ['/N', '/D'].flatMap((key) => Object.keys(objects.dict(appearances[key])));
  return typeof value === 'string' && value !== '/Off' && states.includes(value);
}

function readCount(value: Json): number | null {
  return typeof value === 'number' && value > 0 ? value : null;
}

function readTexts({ object, value, defaultvalue }: Entry, objects: Objects): Partial<StatedFacts> {
  const options = objects.list(objects.inherited(object, '/Opt')).map((option) => {
    const [first = '', second = first] = texts(
      objects.list(option).length > 0 ? objects.list(option) : option,
    );
    return `${first} = ${second}`;
  });
  return {
    value: texts(objects.resolve(value)),
    defaultValue: texts(objects.resolve(defaultvalue)),
    options,
  };
}

function texts(value: Json): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((item) => (typeof item === 'string' ? decode(item) : [])).filter((text) => text !== '');
}

/** qpdf prefixes texts with `u:`, byte strings with `b:` and names with a slash. */
function decode(text: string): string {
  if (text.startsWith('u:')) return text.slice(2);
  if (text.startsWith('b:')) return Buffer.from(text.slice(2), 'hex').toString('latin1');
  return text.startsWith('/') ? text.slice(1) : text;
}
