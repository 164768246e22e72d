import { type AttributeKind, findAttribute } from './registry.ts';

interface NamedAttribute {
  readonly name: string;
  readonly kind: AttributeKind;
}

/** Kinds whose value comes from the service, never from the API [D2-13] [D2-14]. */
const FILLED_BY_SERVICE: ReadonlySet<AttributeKind> = new Set(['trigger', 'auto-populated', 'image']);

/** Whether nobody may type into a field with these attributes, whatever the PDF's own flag says. */
export function forbidsManualEntry(attributes: readonly NamedAttribute[]): boolean {
  return attributes.some(({ name }) => findAttribute(name)?.forbidsManualEntry === true);
}

/** Whether a value for a field with these attributes may be given through the API. */
export function allowsPrefill(attributes: readonly NamedAttribute[]): boolean {
  return !attributes.some(({ kind }) => FILLED_BY_SERVICE.has(kind));
}
