import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects by the duration of their files, longest first. */
const SLOWEST_FIRST = ['long', 'browser', 'service', 'library', 'repository', 'unit'];

/** Runs long test files first, so that none is left running alone at the end. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ project }: TestSpecification): number {
  return SLOWEST_FIRST.indexOf(project.name);
}
