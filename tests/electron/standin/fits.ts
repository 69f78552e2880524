/** Gives the members of a declared object, name → type as text; `null` where there is no such declaration. */
export type MembersOf = (name: string) => Map<string, string> | null

const primitives = ['boolean', 'function', 'number', 'string', 'undefined']

/**
 * Whether a value is of a type as `electron.d.ts` writes it: unions, literals, arrays, functions and declared objects, however
 * they are nested. What is written in another way (a class of the platform, a generic) takes any object.
 */
export function fits(value: unknown, type: string, membersOf: MembersOf): boolean {
  const text = unwrapped(type)
  if (isFunction(text)) return typeof value === 'function'
  const parts = unionOf(text)
  if (parts.length > 1) return parts.some((part) => fits(value, part, membersOf))
  const element = elementOf(text)
  if (element === null) return fitsSingle(value, text, membersOf)
  return Array.isArray(value) && value.every((one) => fits(one, element, membersOf))
}

function fitsSingle(value: unknown, type: string, membersOf: MembersOf): boolean {
  if (/^'.*'$/.test(type)) return value === type.slice(1, -1)
  if (primitives.includes(type)) return typeof value === type
  if (type === 'null') return value === null
  if (type === 'any' || type === 'unknown') return true
  return fitsObject(value, membersOf(type.replace(/^Electron\./, '')), membersOf)
}

/** An object of a declared shape has no member that is not declared; of a class (with methods only), any will do. */
function fitsObject(value: unknown, members: Map<string, string> | null, membersOf: MembersOf): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if (!members || members.size === 0) return true
  return Object.entries(value).every(([key, member]) => {
    const type = members.get(key)
    return type !== undefined && fits(member, type, membersOf)
  })
}

function elementOf(type: string): string | null {
  return /^(?:Readonly)?Array<(.+)>$/.exec(type)?.[1] ?? /^(.+)\[\]$/.exec(type)?.[1] ?? null
}

function isFunction(type: string): boolean {
  return type.slice(closing(type) + 1).startsWith(' => ')
}

/** `('a' | 'b')` → `'a' | 'b'`, but not `('a') | ('b')`, nor the parameters of a function. */
function unwrapped(type: string): string {
  const text = type.trim()
  return closing(text) === text.length - 1 ? unwrapped(text.slice(1, -1)) : text
}

/** Where the bracket closes that the text begins with; past everything where it begins with none. */
function closing(text: string): number {
  if (!text.startsWith('(')) return text.length
  let depth = 0
  return text.split('').findIndex((character) => (depth += depthOf(character)) === 0)
}

/** The members of a union, without those inside of brackets. */
function unionOf(type: string): string[] {
  let depth = 0
  // The head of an arrow closes no bracket.
  const marked = type.replaceAll('=>', '⇒').split('')
  const separated = marked.map((character) => {
    depth += depthOf(character)
    return character === '|' && depth === 0 ? '\n' : character
  })
  return separated
    .join('')
    .replaceAll('⇒', '=>')
    .split('\n')
    .map((part) => part.trim())
}

function depthOf(character: string): number {
  if ('([{<'.includes(character)) return 1
  return ')]}>'.includes(character) ? -1 : 0
}
