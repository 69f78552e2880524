import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What goes into the bundles, and what decides how they are made. */
const sources = [
  'contract',
  'core',
  'electron',
  'loopback',
  'renderer',
  'service',
  'scripts/start',
  'scripts/vite',
  'vite.config.ts',
  'package.json',
]
const mark = 'dist/built'

/** Whether the bundles are newer than everything that they are made of; a removed file counts by its folder's time. */
export function isBuilt(root: string): boolean {
  const built = statSync(join(root, mark), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return sources.every((source) => newest(join(root, source)) <= built)
}

/** Notes that the bundles were made from the sources as they were at `startedAt` (milliseconds since 1970). */
export function markBuilt(root: string, startedAt: number): void {
  writeFileSync(join(root, mark), '')
  utimesSync(join(root, mark), startedAt / 1_000, startedAt / 1_000)
}

function newest(path: string): number {
  const { mtimeMs, isDirectory } = facts(path)
  if (!isDirectory) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function facts(path: string) {
  const found = statSync(path)
  return { mtimeMs: found.mtimeMs, isDirectory: found.isDirectory() }
}
