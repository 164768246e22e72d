import { type AttributeKind, findAttribute } from './registry.ts';

interface NamedAttribute {
  readonly name: string;
  readonly kind: AttributeKind;
}

/** Filled by the service, never through the API [D2-13] [D2-14]. */
const FILLED_BY_SERVICE: ReadonlySet<AttributeKind> = new Set(['trigger', 'auto-populated', 'image']);

/** Returns whether these attributes forbid typing. */
export function forbidsManualEntry(attributes: readonly NamedAttribute[]): boolean {
  return attributes.some(({ name }) => findAttribute(name)?.forbidsManualEntry === true);
}

/** Returns whether a value may be given through the API. */
export function allowsPrefill(attributes: readonly NamedAttribute[]): boolean {
  return !attributes.some(({ kind }) => FILLED_BY_SERVICE.has(kind));
}
