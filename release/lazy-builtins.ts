import type { Plugin } from 'rolldown';

/** Parts of Node that take milliseconds to load and that most commands never use. */
const HEAVY = ['node:crypto', 'node:zlib'];

/**
 * Loads heavy parts of Node when the first of their members is asked for: the sources import them at the top, as sources
 * should, and a command that needs neither hash nor inflate shall not wait for them. For CommonJS chunks.
 */
export function lazyBuiltins(): Plugin {
  return {
    name: 'lazy-builtins',
    renderChunk: (code) => ({ code: deferBuiltins(code), map: null }),
  };
}

/** The chunk with its heavy parts of Node deferred. */
export function deferBuiltins(code: string): string {
  return HEAVY.reduce(deferRequire, code);
}

/** Left as it is where the module is taken as a whole: its members are copied at once then. */
function deferRequire(code: string, builtin: string): string {
  const eager = new RegExp(`^let (\\w+) = require\\("${builtin}"\\);$(?!\\n\\1 = )`, 'm');
  return code.replace(eager, `const $1 = new Proxy({}, { get: (_, name) => require("${builtin}")[name] });`);
}
