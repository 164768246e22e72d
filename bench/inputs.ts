import { statSync } from 'node:fs';
import {
  buildBrochures,
  buildManyFieldForm,
  buildManyFieldFormPacked,
  buildManyObjects,
  buildManyPages,
  buildScanOfSize,
  buildSlides,
  buildTextPages,
} from '../fixtures/build/large.ts';
import { buildSignedForm } from '../fixtures/build/signed-form.ts';
import { OBJECTS_PER_SLIDE } from '../fixtures/build/slides-pdf.ts';
import { OBJECTS_PER_PAGE } from '../fixtures/build/tagged-pdf.ts';
import { countCharacters } from '../fixtures/build/text-pdf.ts';
import { generatedPath } from '../fixtures/fixture-path.ts';

export interface Input {
  readonly id: string;
  readonly title: string;
  readonly paths: readonly string[];
  readonly pages: number;
  readonly fieldNames: readonly string[];
  readonly signatures: number;
}

export interface Inputs {
  readonly scan: Input;
  readonly objects: Input;
  readonly objectsPacked: Input;
  readonly form: Input;
  readonly formPacked: Input;
  readonly signed: Input;
  readonly brochures: Input;
  readonly slides: Input;
  readonly forms: Input;
  readonly manyPages: Input;
  readonly text: Input & { readonly characters: number };
}

interface Sizes {
  readonly scanBytes: number;
  readonly scanPages: number;
  readonly taggedPages: number;
  readonly formFields: number;
  readonly signedBytes: number;
  readonly brochures: number;
  readonly brochureBytes: number;
  readonly slides: number;
  readonly textPages: number;
  readonly manyPages: number;
}

const FULL: Sizes = {
  scanBytes: 48_000_000,
  scanPages: 22,
  taggedPages: 2500,
  formFields: 1000,
  signedBytes: 10_000_000,
  brochures: 8,
  brochureBytes: 6_000_000,
  slides: 170,
  textPages: 500,
  manyPages: 20_000,
};

const SMOKE: Sizes = {
  scanBytes: 4_000_000,
  scanPages: 1,
  taggedPages: 60,
  formFields: 60,
  signedBytes: 300_000,
  brochures: 2,
  brochureBytes: 1_000_000,
  slides: 30,
  textPages: 10,
  manyPages: 200,
};

const FIELDS_PER_PAGE = 20;

/** Builds missing inputs under fixtures/.tmp. */
export async function buildInputs(smoke: boolean): Promise<Inputs> {
  const sizes = smoke ? SMOKE : FULL;
  const signed = await buildSignedForm(sizes.formFields, sizes.signedBytes);
  const forms = describeForms(sizes, signed);
  return {
    ...describeLongFiles(sizes),
    ...forms,
    forms: repeatForm(forms.form, sizes.brochures),
    ...describeBrochures(sizes),
    ...describeSlides(sizes),
    manyPages: describeManyPages(sizes),
    text: describeTextPages(sizes),
  };
}

function describeManyPages({ manyPages: pages }: Sizes): Input {
  const title = `${pages.toLocaleString('en')} pages`;
  return { id: 'many-pages', title, paths: [buildManyPages(pages)], pages, fieldNames: [], signatures: 0 };
}

function describeTextPages({ textPages: pages }: Sizes): Inputs['text'] {
  const path = buildTextPages(pages);
  const characters = countCharacters(pages);
  const title = `${pages} pages of text`;
  return { id: 'pages', title, paths: [path], pages, fieldNames: [], signatures: 0, characters };
}

export function sizeOf({ paths }: Input): number {
  return paths.reduce((sum, path) => sum + statSync(path).size, 0);
}

function describeLongFiles(sizes: Sizes): Pick<Inputs, 'scan' | 'objects' | 'objectsPacked'> {
  const { scanBytes, scanPages, taggedPages } = sizes;
  const scan = buildScanOfSize(generatedPath(`scan-${scanBytes / 1e6}mb.pdf`), scanBytes);
  const tagged = { pages: taggedPages, fieldNames: numberedFields(20), signatures: 0 };
  const objects = `${(taggedPages * OBJECTS_PER_PAGE).toLocaleString('en')} objects`;
  return {
    scan: {
      id: 'scan',
      title: `scan of ${scanBytes / 1e6} MB`,
      paths: [scan],
      pages: scanPages,
      fieldNames: ['name', 'agree'],
      signatures: 0,
    },
    objects: { id: 'objects', title: objects, paths: [buildManyObjects('classic', taggedPages)], ...tagged },
    objectsPacked: {
      id: 'objects-packed',
      title: `${objects} in object streams`,
      paths: [buildManyObjects('object-streams', taggedPages)],
      ...tagged,
    },
  };
}

function describeForms(sizes: Sizes, signed: string): Pick<Inputs, 'form' | 'formPacked' | 'signed'> {
  const { formFields } = sizes;
  const facts = {
    pages: formFields / FIELDS_PER_PAGE,
    fieldNames: numberedFields(formFields),
    signatures: 0,
  };
  const title = `form of ${formFields.toLocaleString('en')} fields`;
  return {
    form: { id: 'form', title, paths: [buildManyFieldForm(formFields)], ...facts },
    formPacked: {
      id: 'form-packed',
      title: `${title} in object streams`,
      paths: [buildManyFieldFormPacked(formFields)],
      ...facts,
    },
    signed: {
      id: 'signed',
      title: `signed form of ${formFields.toLocaleString('en')} fields`,
      paths: [signed],
      ...facts,
      signatures: 2,
    },
  };
}

/** Merging has to rename all fields but the first ones. */
function repeatForm(form: Input, count: number): Input {
  const [path = ''] = form.paths;
  const title = `${count} forms of ${form.fieldNames.length.toLocaleString('en')} fields`;
  return { ...form, id: 'forms', title, paths: Array(count).fill(path), pages: form.pages * count };
}

function describeBrochures({ brochures, brochureBytes }: Sizes): Pick<Inputs, 'brochures'> {
  const paths = buildBrochures(brochures, brochureBytes);
  const title = `${brochures} brochures of ${brochureBytes / 1e6} MB`;
  return {
    brochures: {
      id: 'brochures',
      title,
      paths,
      pages: brochures * 10,
      fieldNames: numberedFields(20),
      signatures: 0,
    },
  };
}

/** As many files as there are brochures, equally large, but made of many small objects. */
function describeSlides({ brochures, slides }: Sizes): Pick<Inputs, 'slides'> {
  const objects = `${(slides * OBJECTS_PER_SLIDE).toLocaleString('en')} objects`;
  return {
    slides: {
      id: 'slides',
      title: `${brochures} presentations of ${objects}`,
      paths: buildSlides(brochures, slides),
      pages: brochures * slides,
      fieldNames: [],
      signatures: 0,
    },
  };
}

function numberedFields(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `field${index + 1}`);
}
