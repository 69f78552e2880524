import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createBuilder } from 'vite'
import type { TestProject } from 'vitest/node'
import { build } from '../scripts/start/build.ts'
import { forNode } from '../scripts/vite/forNode.ts'
import { builtApp, builtService } from './builtProcesses.ts'

const root = join(import.meta.dirname, '..')

/**
 * Runs before the tests, and before each time they run again: those of the hosts and the browser drive the built bytes, and
 * threads and services start from them, so these must be there and new.
 */
export default async function builtFirst(project: TestProject): Promise<void> {
  const again = async () => {
    if (await build(root, console.log)) await buildProcesses()
  }
  project.onTestsRerun(again)
  await again()
}

/** Bundles what runs in processes of its own anew when the app's bundles are newer, which are made from the same sources. */
async function buildProcesses(): Promise<void> {
  await bundle(join(root, 'service', 'main.ts'), builtService)
  await bundle(join(root, 'tests', 'core', 'harness', 'appServed.ts'), builtApp)
}

async function bundle(source: string, entry: string): Promise<void> {
  const newest = Math.max(
    modified(join(root, 'dist', 'built')),
    ...[dirname(source), import.meta.dirname].flatMap(changesIn),
  )
  if (modified(entry) > newest) return
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    environments: { process: forNode('main', source, dirname(entry)) },
  })
  const { process } = builder.environments
  if (process) await builder.build(process)
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** When the files of a folder were changed: what is bundled is more than the app's sources. */
function changesIn(folder: string): number[] {
  return readdirSync(folder).map((name) => modified(join(folder, name)))
}
