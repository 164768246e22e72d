import type { Plugin } from 'vite';

interface Adaptation {
  /** Modules that the pages do not run. */
  readonly omitted: RegExp;
  readonly replaced: readonly (readonly [text: string, by: string])[];
}

/**
 * pdf.js loads the dictionaries of all pages before it shows one. If a node has as many kids as pages and the first is a
 * page, the requested one is found directly: at 400 kbit/s the first page of a text of 500 pages (3.2 MB) is drawn after
 * 12 s in place of 79 (`npm run sign:slow-line`).
 */
const VISIT_ALL_KIDS =
  'for (let last = kids.length - 1; last >= 0; last--) {\n        const lastKid = kids[last];';
const VISIT_WANTED_KID = `if (kids.length === count && pageKidsCountCache.get(kids[0]) === 1) {
        nodesToVisit.push(kids[pageIndex - currentPageIndex]);
        currentPageIndex = pageIndex;
        continue;
      }
      if (pageIndex === currentPageIndex && kids.length === count) {
        for (let last = kids.length - 1; last >= 0; last--) nodesToVisit.push(kids[last]);
        continue;
      }
      ${VISIT_ALL_KIDS}`;

/**
 * Where only fonts with wider glyphs are installed, pdf.js squeezes these into the widths of Helvetica, and never asks for
 * the Liberation Sans that comes with it.
 */
const FONTS_FOR_HELVETICA =
  '"DejaVu Sans", "Albany", "Bitstream Vera Sans", "Arial Unicode MS", "Microsoft Sans Serif", "Apple Symbols", "Cantarell"]';
const FONTS_AS_WIDE_AS_HELVETICA = '"Albany", "Arial Unicode MS"]';

/** Android has Roboto under the name of Helvetica, so the substitute goes first. */
const FAMILY_FIRST = `\`"\${getFamilyName(baseFontName)}",\${loadedName}\${fallback}\``;
const SUBSTITUTE_FIRST = `\`\${loadedName},"\${getFamilyName(baseFontName)}"\${fallback}\``;

/**
 * Each file is one scope, in which bundlers cannot remove unused code. Without these modules 44 % of the bytes are loaded
 * before the first page.
 */
const ADAPTATIONS: Readonly<Record<string, Adaptation>> = {
  // Pages do not edit PDFs or show layers over them, load the bytes themselves, and the service refuses XFA.
  'pdf.mjs': {
    omitted:
      /^src\/display\/(editor\/|annotation_layer|xfa_layer|draw_layer|touch_manager|xfa_text|text_layer|network\.|fetch_stream|content_disposition|canvas_dependency_tracker|webgpu)/,
    // A closed document cleans up the layer of text, which is omitted.
    replaced: [['TextLayer.cleanup();', '']],
  },
  // The service removes encryption, and the PDF engine does not read BrotliDecode either. Functions in PostScript are
  // interpreted where they are not compiled. The text for screen readers comes from the service, not from the structure.
  'pdf.worker.mjs': {
    omitted:
      /^(src\/core\/(xfa\/|xfa_fonts|\w+_factors|liberationsans_widths|editor\/|struct_tree|metadata_parser|xml_parser|dataset_reader|crypto|calculate_sha|postscript\/wasm_compiler|writer)|external\/brotli\/)/,
    replaced: [
      [VISIT_ALL_KIDS, VISIT_WANTED_KID],
      [FONTS_FOR_HELVETICA, FONTS_AS_WIDE_AS_HELVETICA],
      [FAMILY_FIRST, SUBSTITUTE_FIRST],
      ['obj instanceof Dict ? new StructTreeRoot(this.xref, obj, rawObj) : null', 'null'],
      // The factory is omitted, and no page shows the layer that needs it.
      ['XFAFactory.getRichTextAsHtml(', '((_richText) => null)('],
    ],
  },
};

const PDFJS_FILE = /\/pdfjs-dist\/build\/(pdf(?:\.worker)?\.mjs)$/;
/** The build for older browsers begins with what these lack. */
const POLYFILLS = /\/pdfjs-dist\/legacy\/build\/pdf(?:\.worker)?\.mjs\?polyfills$/;
const FIRST_OWN_MODULE = /^;\/\/ \.\/src\//m;
const MODULE_START = /^;\/\/ \.\/(\S+)$/gm;
const DECLARATION = /^(?:async )?(class|function\*?|const|let|var) ([\w$]+)/gm;
/** The globals keep every export alive. */
const GLOBAL_EXPORTS =
  /^\{\s*globalThis\._pdfjsTestingUtils = \{[^}]*\};\s*\}|^globalThis\.pdfjsLib = \{[^}]*\};/gm;

/** Fails if a version of pdf.js lacks one of these parts, so the version is pinned. */
export function adaptPdfjs(): Plugin {
  return {
    name: 'adapt-pdfjs',
    transform(code, id) {
      if (POLYFILLS.test(id)) return { code: code.slice(0, code.search(FIRST_OWN_MODULE)), map: null };
      const file = PDFJS_FILE.exec(id)?.[1];
      const adaptation = file === undefined ? undefined : ADAPTATIONS[file];
      if (file === undefined || adaptation === undefined) return null;
      return { code: adapt(code, file, adaptation), map: null };
    },
  };
}

function adapt(code: string, file: string, { omitted, replaced }: Adaptation): string {
  const adapted = replaced.reduce((text, [found, by]) => replaceText(text, file, found, by), code);
  const kept = omitModules(adapted, file, omitted).replaceAll(GLOBAL_EXPORTS, '');
  return file === 'pdf.worker.mjs' ? packGlyphNames(kept) : kept;
}

const GLYPH_NAMES =
  /(?<=^const getGlyphsUnicode = getLookupTableFactory\(function \(t\) \{)[^}]*(?=^\}\);$)/m;
const GLYPH_NAME = /^\s*t(?:\.(\w+)|\["([.\w]+)"\]) = (0x[\da-f]+);$/gm;

/**
 * Writes the 4,328 names of glyphs in the order of their characters: 13 kB compressed in place of 20. A name without a
 * number is that of the next character.
 */
function packGlyphNames(code: string): string {
  const table = GLYPH_NAMES.exec(code)?.[0] ?? '';
  const glyphs = [...table.matchAll(GLYPH_NAME)].map(([, name, quoted, character]) => ({
    name: name ?? quoted,
    character: Number(character),
  }));
  if (glyphs.length !== table.split(';').length - 1 || glyphs.length === 0)
    throw new Error('pdf.worker.mjs does not have the names of glyphs as expected');
  glyphs.sort((a, b) => a.character - b.character);
  const packed = glyphs.map(({ name, character }, index) => {
    const step = character - (glyphs[index - 1]?.character ?? 0);
    return step === 1 ? name : `${name}+${step.toString(36)}`;
  });
  const unpack = `let character = 0;
  for (const entry of ${JSON.stringify(packed.join(' '))}.split(" ")) {
    const [name, step = "1"] = entry.split("+");
    t[name] = character += parseInt(step, 36);
  }
`;
  return code.replace(GLYPH_NAMES, () => unpack);
}

function replaceText(code: string, file: string, text: string, by: string): string {
  if (!code.includes(text)) throw new Error(`${file} does not have: ${text}`);
  return code.replaceAll(text, () => by);
}

function omitModules(code: string, file: string, omitted: RegExp): string {
  const starts = [...code.matchAll(MODULE_START)];
  const modules = starts.map(({ 1: name = '', index }, position) => ({
    name,
    code: code.slice(index, starts[position + 1]?.index),
  }));
  if (!modules.some(({ name }) => omitted.test(name))) throw new Error(`${file} has no module ${omitted}`);
  const kept = modules.map((module) => (omitted.test(module.name) ? declareNames(module.code) : module.code));
  return code.slice(0, starts[0]?.index) + kept.join('');
}

/** Declares what a module exports, so that importers still load. */
function declareNames(code: string): string {
  const declarations = [...code.matchAll(DECLARATION)].map(([, kind = '', name]) => {
    if (kind === 'class') return `class ${name} {}`;
    return kind.startsWith('function') ? `function ${name}() {}` : `const ${name} = undefined;`;
  });
  return `\n${declarations.join('\n')}\n`;
}
