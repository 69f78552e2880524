import { dirname, join } from 'node:path/posix'
import { boundaries, moduleRestrictions, type ModuleRestriction } from './boundaries.ts'
import { layerError } from './layers.ts'

/** An import statement in a file. */
export interface Import {
  /** Path of the file from the root. */
  file: string
  /** The import's specifier, as written. */
  source: string
  /** Imported names; `*` for all. */
  names: string[]
  /** Whether it is a type import, which is removed with the types. */
  typesOnly: boolean
}

/** Returns what is wrong with an import and what to do instead; `null` if it is allowed. */
export function importError(imported: Import): string | null {
  const [root = ''] = imported.file.split('/')
  const boundary = boundaries[root]
  if (!boundary) return null
  const { folders, packages, message, layers } = boundary
  if (!imported.source.startsWith('.')) {
    if (packages.some((name) => belongsToPackage(imported.source, name)))
      return restrictionError(imported, root)
    return `${message} Allowed packages: ${packages.join(', ')}.`
  }
  const target = join(dirname(imported.file), imported.source)
  const [targetRoot = '', ...rest] = target.split('/')
  if (targetRoot === root) return layers ? layerError(imported.file, target, { root, layers }) : null
  const isAllowed = folders.some((folder) => `${target}/`.startsWith(`${folder}/`))
  return rest.length === 0 || isAllowed ? null : message
}

/** Whether a module belongs to a package, or to a pattern such as `@fastify/*`. */
function belongsToPackage(module: string, name: string): boolean {
  if (name.endsWith('*')) return module.startsWith(name.slice(0, -1))
  return module === name || module.startsWith(`${name}/`)
}

function restrictionError({ file, source, names, typesOnly }: Import, root: string): string | null {
  const applies = ({ modules, folders, exceptions, names: restrictedNames }: ModuleRestriction) =>
    modules.includes(source) &&
    folders.includes(root) &&
    !exceptions.includes(file) &&
    (!restrictedNames || names.some((name) => name === '*' || restrictedNames.includes(name)))
  return typesOnly ? null : (moduleRestrictions.find(applies)?.message ?? null)
}
