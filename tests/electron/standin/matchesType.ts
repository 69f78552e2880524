/** Returns the members of a declared object, name → type as text; `null` if there is no such declaration. */
export type FindMembers = (name: string) => Map<string, string> | null

const primitives = ['boolean', 'function', 'number', 'string', 'undefined']

/**
 * Whether a value has a type as written in `electron.d.ts`: unions, literals, arrays, functions and declared objects,
 * nested in any way. Other types (a platform class, a generic) match any object.
 */
export function matchesType(value: unknown, type: string, findMembers: FindMembers): boolean {
  const text = unwrapType(type)
  if (isFunction(text)) return typeof value === 'function'
  const parts = splitUnion(text)
  if (parts.length > 1) return parts.some((part) => matchesType(value, part, findMembers))
  const element = elementType(text)
  if (element === null) return matchesSingleType(value, text, findMembers)
  return Array.isArray(value) && value.every((item) => matchesType(item, element, findMembers))
}

function matchesSingleType(value: unknown, type: string, findMembers: FindMembers): boolean {
  if (/^'.*'$/.test(type)) return value === type.slice(1, -1)
  if (primitives.includes(type)) return typeof value === type
  if (type === 'null') return value === null
  if (type === 'any' || type === 'unknown') return true
  return matchesObjectType(value, findMembers(type.replace(/^Electron\./, '')), findMembers)
}

/** An object of a declared shape may have only declared members. An object of a class (only methods) may have any. */
function matchesObjectType(
  value: unknown,
  members: Map<string, string> | null,
  findMembers: FindMembers,
): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if (!members || members.size === 0) return true
  return Object.entries(value).every(([key, member]) => {
    const type = members.get(key)
    return type !== undefined && matchesType(member, type, findMembers)
  })
}

function elementType(type: string): string | null {
  return /^(?:Readonly)?Array<(.+)>$/.exec(type)?.[1] ?? /^(.+)\[\]$/.exec(type)?.[1] ?? null
}

function isFunction(type: string): boolean {
  return type.slice(closingBracket(type) + 1).startsWith(' => ')
}

/** `('a' | 'b')` → `'a' | 'b'`, but not `('a') | ('b')`, nor the parameters of a function. */
function unwrapType(type: string): string {
  const text = type.trim()
  return closingBracket(text) === text.length - 1 ? unwrapType(text.slice(1, -1)) : text
}

/** Returns where the bracket at the start of the text closes; beyond the end if it doesn't start with one. */
function closingBracket(text: string): number {
  if (!text.startsWith('(')) return text.length
  let depth = 0
  return text.split('').findIndex((character) => (depth += bracketDepth(character)) === 0)
}

/** Returns the members of a union, without splitting inside brackets. */
function splitUnion(type: string): string[] {
  let depth = 0
  // The `>` of an arrow closes no bracket.
  const characters = type.replaceAll('=>', '⇒').split('')
  const separated = characters.map((character) => {
    depth += bracketDepth(character)
    return character === '|' && depth === 0 ? '\n' : character
  })
  return separated
    .join('')
    .replaceAll('⇒', '=>')
    .split('\n')
    .map((part) => part.trim())
}

function bracketDepth(character: string): number {
  if ('([{<'.includes(character)) return 1
  return ')]}>'.includes(character) ? -1 : 0
}
