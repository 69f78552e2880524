import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Builds the bundles unless they are newer than the sources. Returns whether they exist now. */
export async function build(root: string, print: (line: string) => void): Promise<boolean> {
  if (isBuilt(root)) return true
  print('Building …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    // Any other value, for example from a test runner, would build React's slower development version.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

/** Sources of the bundles, and the configuration of their build. */
const sources = [
  'contract',
  'core',
  'electron',
  'loopback',
  'renderer',
  'service',
  'sqlite',
  'scripts/start',
  'scripts/vite',
  'vite.config.ts',
  'package.json',
]
const buildMarker = 'dist/built'

/** Whether the bundles are newer than all their sources; a removed file changes its folder's time. */
export function isBuilt(root: string): boolean {
  const builtAt = statSync(join(root, buildMarker), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return sources.every((source) => newestChange(join(root, source)) <= builtAt)
}

/** Records that the bundles were built from the sources as of `startedAt` (milliseconds since 1970). */
export function markBuilt(root: string, startedAt: number): void {
  writeFileSync(join(root, buildMarker), '')
  utimesSync(join(root, buildMarker), startedAt / 1_000, startedAt / 1_000)
}

function newestChange(path: string): number {
  const stats = statSync(path)
  const entries = stats.isDirectory() ? readdirSync(path) : []
  return Math.max(stats.mtimeMs, ...entries.map((name) => newestChange(join(path, name))))
}
