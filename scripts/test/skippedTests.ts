import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Lists the skipped tests after a run, because Vitest only counts them. The name of a test says why it may be skipped. */
export class SkippedTests implements Reporter {
  #vitest: Vitest | null = null

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(files: readonly TestModule[]): void {
    // With `-t`, all other tests are skipped.
    if (this.#vitest?.config.testNamePattern) return
    const skipped = files.flatMap(listSkipped)
    if (skipped.length > 0) console.log(['Skipped tests:', ...skipped, ''].join('\n'))
  }
}

function listSkipped({ moduleId, project, children }: TestModule): string[] {
  const file = relative(project.config.root, moduleId)
  return [...children.allTests('skipped')].map(({ fullName }) => `  ${file}: ${fullName}`)
}
