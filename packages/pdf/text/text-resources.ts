import { PDFDict, type PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../pdf-file.ts';
import { lookupDict, lookupName, nameOf } from '../read/lookup.ts';
import { decodeSoundPart } from '../read/streams.ts';
import { type ColorSpace, findColorSpace } from './colors.ts';
import { readCompositeFont } from './composite-font.ts';
import { TEXT_LIMITS, tooMuchText } from './limits.ts';
import { OptionalContent } from './optional-content.ts';
import { readSimpleFont } from './simple-font.ts';
import type { TextFont } from './text-font.ts';

/** Bytes of forms that are kept, as letterheads are drawn on every page. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** What pages of a file share: fonts, forms and layers. */
export class TextResources {
  readonly layers: OptionalContent;
  readonly #fonts = new Map<PDFDict, TextFont>();
  readonly #forms = new Map<PDFStream, Uint8Array>();
  #byName = new WeakMap<PDFDict, Map<string, TextFont | undefined>>();
  readonly #spaces = new WeakMap<PDFDict, Map<string, ColorSpace>>();
  #keptBytes = 0;
  #bytesLeft: number;

  constructor(file: PdfFile, maxContent: number = TEXT_LIMITS.totalContent) {
    this.#bytesLeft = maxContent;
    this.layers = new OptionalContent(file.catalog);
  }

  /** Throws `too_complex` if all pages together have too much content. */
  spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw tooMuchText('totalContent');
  }

  /** Returns the font of a name in content, with its slash. */
  findFont(name: string, resources: PDFDict | undefined): TextFont | undefined {
    const fonts = resources && lookupDict(resources, 'Font');
    if (fonts === undefined) return undefined;
    const known = this.#byName.get(fonts) ?? new Map<string, TextFont | undefined>();
    if (known.has(name)) return known.get(name);
    const dict = fonts.lookup(nameOf(name.slice(1)));
    const font = dict instanceof PDFDict ? this.readFont(dict) : undefined;
    known.set(name, font);
    this.#byName.set(fonts, known);
    return font;
  }

  readFont(dict: PDFDict): TextFont {
    const known = this.#fonts.get(dict);
    if (known !== undefined) return known;
    if (this.#fonts.size >= TEXT_LIMITS.fonts) {
      this.#fonts.clear();
      this.#byName = new WeakMap();
    }
    const isComposite = lookupName(dict, 'Subtype') === 'Type0';
    const font = isComposite ? readCompositeFont(dict) : readSimpleFont(dict);
    this.#fonts.set(dict, font);
    return font;
  }

  findSpace(name: string, resources: PDFDict | undefined): ColorSpace {
    const spaces = resources && lookupDict(resources, 'ColorSpace');
    if (spaces === undefined) return findColorSpace(name, undefined);
    const known = this.#spaces.get(spaces) ?? new Map<string, ColorSpace>();
    const space = known.get(name) ?? findColorSpace(name, spaces);
    known.set(name, space);
    this.#spaces.set(spaces, known);
    return space;
  }

  /** Returns the content of a form as far as it is sound; undefined if its filter is unknown. */
  decodeForm(form: PDFStream): Uint8Array | undefined {
    const known = this.#forms.get(form);
    if (known !== undefined) return known;
    const bytes = decodeContent(form);
    if (bytes === undefined) return undefined;
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > KEPT_BYTES) {
      this.#forms.clear();
      this.#keptBytes = bytes.length;
    }
    this.#forms.set(form, bytes);
    return bytes;
  }
}

/** Truncates damaged content, as readers do. Throws `too_complex`. */
export function decodeContent(stream: PDFStream): Uint8Array | undefined {
  try {
    return decodeSoundPart(stream, TEXT_LIMITS.pageContent);
  } catch (error) {
    if (error instanceof PdfError && error.code === 'damaged') return undefined;
    throw error;
  }
}
