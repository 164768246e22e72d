import { invalid, refusal } from '@countersign/signing';

/** Values of a body, members and entries together: 10,000 values for form fields need 30,000. */
const MAX_BODY_VALUES = 50_000;
/** Members of one object. The largest object of a request has thirteen; unknown ones are allowed, within reason. */
const MAX_OBJECT_MEMBERS = 1000;
/** Levels of a body. The deepest request has five. */
const MAX_BODY_DEPTH = 32;

/** Bounds the work of everything that visits a body afterwards, and the depth of its recursion. Throws `invalid_request`. */
export function refuseComplexBody(body: unknown): void {
  let level: readonly unknown[] = [body];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length;
    if (depth > MAX_BODY_DEPTH || values > MAX_BODY_VALUES) throw tooComplex();
    level = level.flatMap(childrenOf);
  }
}

function childrenOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const children = Object.values(value);
  if (children.length > MAX_OBJECT_MEMBERS && !Array.isArray(value)) throw tooComplex();
  return children;
}

function tooComplex() {
  const limits = { values: MAX_BODY_VALUES, members: MAX_OBJECT_MEMBERS, levels: MAX_BODY_DEPTH };
  return refusal(invalid('', 'body_complexity', limits));
}
