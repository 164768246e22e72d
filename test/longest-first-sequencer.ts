import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects by the duration of their files, longest first. */
const SLOWEST_FIRST = ['long', 'service', 'library', 'repository', 'unit'];

/** Runs long test files first, so that none is left running alone at the end. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b) || Number(isOfBrowser(b)) - Number(isOfBrowser(a)));
  }
}

function rank({ project }: TestSpecification): number {
  return SLOWEST_FIRST.indexOf(project.name);
}

/** The longest of its project. */
function isOfBrowser({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('/test/browser/');
}
