import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createBuilder } from 'vite'
import type { TestProject } from 'vitest/node'
import { build } from '../scripts/start/build.ts'
import { nodeEnvironment } from '../scripts/vite/forNode.ts'
import { builtApp, builtService } from './builtProcesses.ts'

const root = join(import.meta.dirname, '..')

/**
 * Runs before each test run. Tests of hosts, browser, workers and services use the built files, so these must exist and
 * be current.
 */
export default async function buildFirst(project: TestProject): Promise<void> {
  const rebuild = async () => {
    if (await build(root, console.log)) await buildProcesses()
  }
  project.onTestsRerun(rebuild)
  await rebuild()
}

/** Rebuilds the bundles of separate processes if the app's bundles are newer, because both have the same sources. */
async function buildProcesses(): Promise<void> {
  await bundle(join(root, 'service', 'main.ts'), builtService)
  await bundle(join(root, 'tests', 'core', 'harness', 'appChild.ts'), builtApp)
}

async function bundle(source: string, entry: string): Promise<void> {
  const newest = Math.max(
    modifiedAt(join(root, 'dist', 'built')),
    ...[dirname(source), import.meta.dirname].flatMap(readChangeTimes),
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

/** Returns the modification times of a folder's files: the bundles include more than the app's sources. */
function readChangeTimes(folder: string): number[] {
  return readdirSync(folder).map((name) => modifiedAt(join(folder, name)))
}
