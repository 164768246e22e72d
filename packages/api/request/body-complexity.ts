import { invalid, refusal } from '@countersign/signing';

/** Values of a body, members and entries together. The largest known forms have 20,000 fields, which need 60,000. */
const MAX_BODY_VALUES = 100_000;
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
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function tooComplex() {
  return refusal(invalid('', 'body_complexity', { values: MAX_BODY_VALUES, levels: MAX_BODY_DEPTH }));
}
