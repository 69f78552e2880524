import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { matchesType } from './matchesType.ts'

const folder = join(createRequire(import.meta.url).resolve('electron/package.json'), '..')
const declarations = readFileSync(join(folder, 'electron.d.ts'), 'utf8')
const cache = new Map<string, Declaration | null>()

interface Declaration {
  body: string
  parent: string | undefined
}

/** Returns Electron's declaration of an interface or class; `null` if there is none with this name. */
function findDeclaration(name: string): Declaration | null {
  const cached = cache.get(name)
  if (cached !== undefined) return cached
  const start = new RegExp(`^  (?:interface|class) ${name}(?: extends ([\\w.]+))? \\{$`, 'm').exec(
    declarations,
  )
  const body = start ? declarations.slice(start.index, declarations.indexOf('\n  }\n', start.index)) : ''
  const declaration = start ? { body, parent: start[1] } : null
  cache.set(name, declaration)
  return declaration
}

/** Returns what matches in a declaration and those that it extends: the pattern's first group → its second. */
function collectMembers(name: string, pattern: RegExp): Map<string, string> {
  const declaration = findDeclaration(name)
  if (!declaration) return new Map()
  const ownMembers = [...declaration.body.matchAll(pattern)].map(
    ([, key = '', value = '']) => [key, value] as const,
  )
  return new Map([...collectMembers(declaration.parent ?? '', pattern), ...ownMembers])
}

/** Returns the members of an options object: name → type as text. `null` if Electron declares no such object. */
export function declaredMembers(name: string): Map<string, string> | null {
  return findDeclaration(name) && collectMembers(name, /^ {4}(?:readonly )?(\w+)\??: (.+);$/gm)
}

/** Returns the events that Electron's declarations list. */
export function declaredEvents(name: string): ReadonlySet<string> {
  return new Set(collectMembers(name, /^ {4}on\(event: '([\w-]+)'/gm).keys())
}

/** Throws if an options object has a member that the real one doesn't declare, or that has another type. */
export function checkOptions(name: string, options: unknown): asserts options is Record<string, unknown> {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${name} must be an object`)
  const members = declaredMembers(name)
  if (!members) throw new Error(`electron.d.ts has no interface ${name}`)
  for (const [key, value] of Object.entries(options)) {
    const type = members.get(key)
    if (type === undefined) throw new TypeError(`${name} has no option "${key}"`)
    if (!matchesType(value, type, declaredMembers))
      throw new TypeError(`${name}.${key} must be ${type}, not ${String(value)}`)
  }
}
