import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects by how long one of their files takes, the longest first. */
const SLOWEST_FIRST = ['crash', 'browser', 'service', 'library', 'house', 'unit'];

/** The many short files come last and fill what the long ones leave: else one core waits for the last long file of the other. */
export class SlowKindsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ project }: TestSpecification): number {
  return SLOWEST_FIRST.indexOf(project.name);
}
