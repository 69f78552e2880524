import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { boundaries } from '../lint/boundaries.ts'

/** The parts of the standalone service. */
export interface ServiceParts {
  /** Sorted source paths in the repository. */
  files: string[]
  /** npm packages with exact versions. */
  dependencies: Record<string, string>
  /** These packages and their dependencies, as `name@version` by their folders. */
  packages: Map<string, string>
}

interface Lock {
  packages: Record<string, { version: string; dependencies?: Record<string, string> }>
}

/** Folders that the service may import from, which a lint rule enforces. */
const folders = ['service', 'contract/service', 'sqlite']

/** Finds what the service needs to run: its folders, and of the packages that these may import, those that are installed with it. */
export function findServiceParts(root: string): ServiceParts {
  const allowed = new Set(['service', 'contract'].flatMap((folder) => boundaries[folder]?.packages ?? []))
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(([name]) => allowed.has(name)),
  )
  return {
    files: trackedFiles(root, ...folders),
    dependencies,
    packages: findPackages(root, Object.keys(dependencies)),
  }
}

/** Returns only files tracked by git, so that stray files aren't published. */
export function trackedFiles(root: string, ...paths: readonly string[]): string[] {
  return execFileSync('git', ['ls-files', ...paths], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

/** Finds packages and all their dependencies, resolved as Node does: in the nearest `node_modules`. */
function findPackages(root: string, names: readonly string[]): Map<string, string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const found = new Map<string, string>()
  const add = (name: string, importingFolder: string) => {
    const folder = nearestPackage(packages, name, importingFolder)
    const entry = packages[folder ?? '']
    // Optional packages may be missing on this system.
    if (folder === null || !entry || found.has(folder)) return
    found.set(folder, `${name}@${entry.version}`)
    for (const dependency of Object.keys(entry.dependencies ?? {})) add(dependency, folder)
  }
  for (const name of names) add(name, '')
  return found
}

function nearestPackage(packages: Lock['packages'], name: string, importingFolder: string): string | null {
  for (let searchFolder = importingFolder; ; searchFolder = dirname(dirname(searchFolder))) {
    const folder = posix.join(searchFolder === '.' ? '' : searchFolder, 'node_modules', name)
    if (folder in packages) return folder
    if (searchFolder === '' || searchFolder === '.') return null
  }
}
