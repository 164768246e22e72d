const kept: object[] = [];

/**
 * Keeps one object of a class for ever. Where a full collection finds no living object of a shape, V8 drops all code that
 * was compiled for it, and the next file is read by the interpreter: for classes of which objects live as long as a file.
 */
export function keepShape(example: object): void {
  kept.push(example);
}
