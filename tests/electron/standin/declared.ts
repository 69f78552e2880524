import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = join(createRequire(import.meta.url).resolve('electron/package.json'), '..')
const declarations = readFileSync(join(folder, 'electron.d.ts'), 'utf8')

/** The members that Electron's own declarations give an options object: name → type as text. */
function declaredMembers(name: string): Map<string, string> {
  const found = new RegExp(`^  interface ${name}(?: extends (\\w+))? \\{$([^]*?)^  \\}$`, 'm').exec(
    declarations,
  )
  if (!found) throw new Error(`electron.d.ts has no interface ${name}`)
  const [, parent, body = ''] = found
  const own = [...body.matchAll(/^ {4}(\w+)\??: (.+);$/gm)].map(
    ([, key = '', type = '']) => [key, type] as const,
  )
  return new Map([...(parent ? declaredMembers(parent) : []), ...own])
}

/** Refuses an options object with a member that the real one does not declare, or of another type. */
export function checkOptions(name: string, options: unknown): asserts options is Record<string, unknown> {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${name} must be an object`)
  const members = declaredMembers(name)
  for (const [key, value] of Object.entries(options)) {
    const type = members.get(key)
    if (type === undefined) throw new TypeError(`${name} has no option "${key}"`)
    if (!fits(value, type)) throw new TypeError(`${name}.${key} must be ${type}, not ${String(value)}`)
  }
}

/** Whether a value is of a declared type, as far as primitives and literals go; what else it may be is not judged. */
function fits(value: unknown, type: string): boolean {
  const parts = type.replaceAll(/[()]/g, '').split(/\s*\|\s*/)
  if (parts.some((part) => !/^(boolean|number|string|'.*')$/.test(part))) return true
  return parts.some((part) => (part.startsWith("'") ? value === part.slice(1, -1) : typeof value === part))
}
