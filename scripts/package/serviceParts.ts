import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'

/** The parts of the standalone service. */
export interface ServiceParts {
  /** Sorted source paths in the repository: all of `service/`, and what it imports from `contract/`. */
  files: string[]
  /** Imported npm packages with exact versions. */
  dependencies: Record<string, string>
  /** Sorted paths of these packages and their dependencies. */
  packageFolders: string[]
}

interface Lock {
  packages: Record<string, { dependencies?: Record<string, string>; optionalDependencies?: object }>
}

/** Finds what the service needs to run, by following its imports. */
export function findServiceParts(root: string): ServiceParts {
  const files = new Set<string>()
  const imported = new Set<string>()
  const add = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    if (!/\.[jt]s$/.test(file)) return
    for (const name of findImports(join(root, file))) {
      if (name.startsWith('.')) add(posix.join(posix.dirname(file), name))
      else if (!name.startsWith('node:')) imported.add(packageName(name))
    }
  }
  for (const file of trackedFiles(root, 'service')) add(file)
  const manifest = readJson(join(root, 'package.json')) as { dependencies: Record<string, string> }
  const dependencies = Object.fromEntries(
    [...imported].sort().map((name) => [name, manifest.dependencies[name] ?? '']),
  )
  return {
    files: [...files].sort(),
    dependencies,
    packageFolders: packageFolders(root, Object.keys(dependencies)),
  }
}

/** Returns only files tracked by git, so that stray files aren't published. */
export function trackedFiles(root: string, ...paths: readonly string[]): string[] {
  return execFileSync('git', ['ls-files', ...paths], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

function findImports(file: string): string[] {
  return ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.map(({ fileName }) => fileName)
}

/** Returns `@scope/name` for `@scope/name/part`. */
function packageName(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/')
}

/**
 * Returns the folders of packages and all their dependencies, resolved as Node does: in the nearest `node_modules`.
 */
function packageFolders(root: string, names: readonly string[]): string[] {
  const { packages } = readJson(join(root, 'package-lock.json')) as Lock
  const folders = new Set<string>()
  const add = (name: string, importingFolder: string) => {
    const folder = nearestPackage(packages, name, importingFolder)
    // Optional packages may be missing on this system.
    if (folder === null || folders.has(folder)) return
    folders.add(folder)
    for (const dependency of Object.keys(packages[folder]?.dependencies ?? {})) add(dependency, folder)
  }
  for (const name of names) add(name, '')
  return [...folders].sort()
}

function nearestPackage(packages: Lock['packages'], name: string, importingFolder: string): string | null {
  for (let searchFolder = importingFolder; ; searchFolder = dirname(dirname(searchFolder))) {
    const folder = posix.join(searchFolder === '.' ? '' : searchFolder, 'node_modules', name)
    if (folder in packages) return folder
    if (searchFolder === '' || searchFolder === '.') return null
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
