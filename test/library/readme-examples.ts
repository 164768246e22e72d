/** An example of a README: a whole program, and what it says that the program prints. */
export interface ReadmeExample {
  /** `pdf-1`: the first example of the package `pdf`. */
  readonly name: string;
  readonly code: string;
  readonly output: string;
}

/**
 * The blocks marked ```` ```ts example ````, in order. Each is followed by a ```` ```text ```` block with what it prints. They run
 * one after another in one folder, so a later one may use files of an earlier one.
 */
export function readExamples(name: string, readme: string): ReadmeExample[] {
  const blocks = readme.matchAll(/^```ts example\n(.*?)^```\n+(?:^```text\n(.*?)^```$)?/gms);
  return Array.from(blocks, ([, code = '', output], index) => {
    const example = `${name}-${index + 1}`;
    if (output === undefined) throw new Error(`${example} does not say what it prints`);
    return { name: example, code, output };
  });
}
