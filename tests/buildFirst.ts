import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createBuilder } from 'vite'
import type { TestProject } from 'vitest/node'
import { build } from '../scripts/start/build.ts'
import { nodeEnvironment } from '../scripts/vite/forNode.ts'
import { builtApp, builtService } from './builtProcesses.ts'

const root = join(import.meta.dirname, '..')

/**
 * Runs before the tests, and before each time they run again: those of the hosts and the browser drive the built bytes, and
 * threads and services start from them, so these must be there and new.
 */
export default async function buildFirst(project: TestProject): Promise<void> {
  const again = async () => {
    if (await build(root, console.log)) await buildProcesses()
  }
  project.onTestsRerun(again)
  await again()
}

/** Bundles what runs in processes of its own anew when the app's bundles are newer, which are made from the same sources. */
async function buildProcesses(): Promise<void> {
  await bundle(join(root, 'service', 'main.ts'), builtService)
  await bundle(join(root, 'tests', 'core', 'harness', 'appChild.ts'), builtApp)
}

async function bundle(source: string, entry: string): Promise<void> {
  const newest = Math.max(
    modifiedAt(join(root, 'dist', 'built')),
    ...[dirname(source), import.meta.dirname].flatMap(changeTimesIn),
  )
  if (modifiedAt(entry) > newest) return
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    environments: { process: nodeEnvironment('main', source, dirname(entry)) },
  })
  const { process } = builder.environments
  if (process) await builder.build(process)
}

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** When the files of a folder were changed: what is bundled is more than the app's sources. */
function changeTimesIn(folder: string): number[] {
  return readdirSync(folder).map((name) => modifiedAt(join(folder, name)))
}
