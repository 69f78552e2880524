import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files: they start services, servers or apps many times, or build packages. */
const slow =
  /^tests[/\\](service[/\\](reliability|deploy|admin)|electron|packaging|browser[/\\](dev|draft|checks|connection))\b/

/**
 * Starts slow files first, so that no worker ends long after the others. Vitest orders by earlier durations; without
 * these, as in a fresh clone, it starts small files last, however slow they are.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const rank = ({ moduleId, project }: TestSpecification) =>
      slow.test(relative(project.config.root, moduleId)) ? 0 : 1
    return sorted.toSorted((a, b) => group(a) - group(b) || rank(a) - rank(b))
  }
}
