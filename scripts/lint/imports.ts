import { dirname, join } from 'node:path/posix'
import { boundaries, reserved } from './boundaries.ts'
import type { Reserved } from './boundaries.ts'
import { layerError } from './layers.ts'

/** An import statement in a file. */
export interface Import {
  /** Path of the file from the root. */
  file: string
  /** The import's specifier, as written. */
  source: string
  /** Imported names; `null` for all. */
  names: string[] | null
  /** Whether it is a type import, which is removed with the types. */
  typesOnly: boolean
}

/** Returns what is wrong with an import and what to do instead; `null` if it is allowed. */
export function importError(found: Import): string | null {
  const [root = ''] = found.file.split('/')
  const boundary = boundaries[root]
  if (!boundary) return null
  const { folders, packages, why, layers } = boundary
  if (!found.source.startsWith('.')) {
    if (packages.some((name) => belongsToPackage(found.source, name))) return reservedError(found, root)
    return `${why} Allowed packages: ${packages.join(', ')}.`
  }
  const target = join(dirname(found.file), found.source)
  const [other = '', ...rest] = target.split('/')
  if (other === root) return layers ? layerError(found.file, target, { root, layers }) : null
  return rest.length === 0 || folders.includes(other) ? null : why
}

/** Whether a module belongs to a package, or to a pattern such as `@fastify/*`. */
function belongsToPackage(module: string, name: string): boolean {
  if (name.endsWith('*')) return module.startsWith(name.slice(0, -1))
  return module === name || module.startsWith(`${name}/`)
}

function reservedError({ file, source, names, typesOnly }: Import, root: string): string | null {
  const holds = ({ modules, folders, except, names: kept }: Reserved) =>
    modules.includes(source) &&
    folders.includes(root) &&
    !except.includes(file) &&
    (!kept || !names || names.some((name) => kept.includes(name)))
  return typesOnly ? null : (reserved.find(holds)?.why ?? null)
}
