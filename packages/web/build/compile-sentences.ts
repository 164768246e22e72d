import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const SENTENCES = /\/packages\/i18n\/(?:(?:en|sv|es)\/[\w-]+\.ts|assistant\/\w+\.json)$/;
/** It comes with `intl-messageformat`. In the pages it is another: all but texts without parameters are parsed already. */
const PARSER = '@formatjs/icu-messageformat-parser';
const { parse } = (await import(PARSER)) as {
  parse(
    message: string,
    options: { readonly ignoreTag: boolean; readonly captureLocation: boolean },
  ): unknown;
};
const LITERAL_PARSER = `\0${PARSER}`;
/** Text that is shown as it is. */
const PLAIN = /^[^{}'#]*$/;

/**
 * Parses the ICU messages when the pages are built, so that they load no parser: 5 kB of the scripts of the signing page.
 * A sentence becomes what `IntlMessageFormat` takes in place of a text.
 */
export function compileSentences(): Plugin {
  return {
    name: 'compile-sentences',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === PARSER ? LITERAL_PARSER : null),
    async load(id) {
      if (id === LITERAL_PARSER) return literalParser(await this.resolve(`${PARSER}/no-parser.js`));
      if (!SENTENCES.test(id)) return null;
      const exported = id.endsWith('.json')
        ? { default: JSON.parse(await readFile(id, 'utf8')) as unknown }
        : ((await import(pathToFileURL(id).href)) as Record<string, unknown>);
      const lines = Object.entries(exported).map(([name, value]) =>
        name === 'default'
          ? `export default ${JSON.stringify(compile(value))};`
          : `export const ${name} = ${JSON.stringify(compile(value))};`,
      );
      return { code: lines.join('\n'), map: null, moduleType: 'js' };
    },
  };
}

function literalParser(types: { readonly id: string } | null): string {
  if (types === null) throw new Error(`${PARSER} has no types of elements`);
  return `export * from ${JSON.stringify(types.id)};
export const parse = (text) => [{ type: 0, value: text }];`;
}

/** Compiles the sentences in lists and objects too. */
function compile(value: unknown): unknown {
  if (typeof value === 'string')
    return PLAIN.test(value) ? value : parse(value, { ignoreTag: true, captureLocation: false });
  if (Array.isArray(value)) return value.map(compile);
  if (typeof value !== 'object' || value === null)
    throw new Error(`expected sentences, found ${typeof value}`);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, compile(part)]));
}
