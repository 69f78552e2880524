import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import type { TestProject } from 'vitest/node'
import { build } from '../scripts/start/build.ts'
import { forNode } from '../scripts/vite/forNode.ts'
import { builtEntry, builtFolder } from './service/built.ts'

const root = join(import.meta.dirname, '..')

/**
 * Runs before the tests, and before each time they run again: those of the hosts and the browser drive the built bytes, and
 * threads and services start from them, so these must be there and new.
 */
export default async function builtFirst(project: TestProject): Promise<void> {
  const again = async () => {
    if (await build(root, console.log)) await buildService()
  }
  project.onTestsRerun(again)
  await again()
}

/** Bundles the service anew when the app's bundles are newer, which are made from its sources as well. */
async function buildService(): Promise<void> {
  if (modified(builtEntry) > modified(join(root, 'dist', 'built'))) return
  const entry = join(root, 'service', 'main.ts')
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    environments: { service: forNode('main', entry, builtFolder) },
  })
  const { service } = builder.environments
  if (service) await builder.build(service)
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
