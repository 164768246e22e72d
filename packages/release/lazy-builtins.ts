import type { Plugin } from 'rolldown';

/** Node modules that are slow to load and rarely used. */
const HEAVY = ['node:crypto', 'node:zlib'];

/** Defers loading heavy Node modules of CommonJS chunks until a member is used. The sources import them statically. */
export function lazyBuiltins(): Plugin {
  return {
    name: 'lazy-builtins',
    renderChunk: (code) => ({ code: deferBuiltins(code), map: null }),
  };
}

export function deferBuiltins(code: string): string {
  return HEAVY.reduce(deferRequire, code);
}

/** Unchanged if the module is used as a whole: its members are copied at once. */
function deferRequire(code: string, builtin: string): string {
  const eager = new RegExp(`^let (\\w+) = require\\("${builtin}"\\);$(?!\\n\\1 = )`, 'm');
  return code.replace(eager, `const $1 = new Proxy({}, { get: (_, name) => require("${builtin}")[name] });`);
}
