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
const buildMarker = 'dist/built'

/** Whether the bundles are newer than everything that they are made of; a removed file counts by its folder's time. */
export function isBuilt(root: string): boolean {
  const built = statSync(join(root, buildMarker), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return sources.every((source) => newestChange(join(root, source)) <= built)
}

/** Notes that the bundles were made from the sources as they were at `startedAt` (milliseconds since 1970). */
export function markBuilt(root: string, startedAt: number): void {
  writeFileSync(join(root, buildMarker), '')
  utimesSync(join(root, buildMarker), startedAt / 1_000, startedAt / 1_000)
}

function newestChange(path: string): number {
  const { mtimeMs, isDirectory } = fileStats(path)
  if (!isDirectory) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))))
}

function fileStats(path: string) {
  const found = statSync(path)
  return { mtimeMs: found.mtimeMs, isDirectory: found.isDirectory() }
}
