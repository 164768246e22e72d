export interface ReadmeExample {
  /** `pdf-1`: the first example of the package `pdf`. */
  readonly name: string;
  readonly code: string;
  readonly output: string;
}

/**
 * Reads the blocks marked ```` ```ts example ````, each followed by a ```` ```text ```` block with its output. They
 * run in order in one folder.
 */
export function readExamples(name: string, readme: string): ReadmeExample[] {
  const blocks = readme.matchAll(/^```ts example\n(.*?)^```\n+(?:^```text\n(.*?)^```$)?/gms);
  return Array.from(blocks, ([, code = '', output], index) => {
    const example = `${name}-${index + 1}`;
    if (output === undefined) throw new Error(`${example} does not say what it prints`);
    return { name: example, code, output };
  });
}
