import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { build } from '../scripts/start/build.ts'

/**
 * Runs before the tests, and before each time they run again: those of the hosts and the browser drive the built bytes, and
 * threads start from them, so these must be there and new.
 */
export default async function builtFirst(project: TestProject): Promise<void> {
  const again = async () => void (await build(join(import.meta.dirname, '..'), console.log))
  project.onTestsRerun(again)
  await again()
}
