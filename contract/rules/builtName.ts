import { z } from 'zod'
import { formatCount } from '../text.ts'
import { ruleLimits, words } from './words.ts'

/** A piece of a template: literal text, or a part that is filled in. */
type Piece = { kind: 'literal'; text: string } | { kind: 'part'; name: string }

/** Parts that have a fixed form unless they have a list, with a description of the form. */
const knownParts: ReadonlyMap<string, { shape: RegExp; text: string }> = new Map([
  ['year', { shape: /^\d{4}$/, text: 'a year of four digits' }],
  ['month', { shape: /^(?:0[1-9]|1[0-2])$/, text: 'a month from 01 to 12' }],
  ['quarter', { shape: /^[qQ][1-4]$/, text: 'a quarter from q1 to q4' }],
])

const maxParts = 10

/**
 * The structure of a campaign's name: a template such as `{year}-{market}-{name}`, and the allowed values of some
 * parts.
 */
export const builtName = z
  .strictObject({
    template: z.string().trim().normalize('NFC').max(ruleLimits.pattern),
    lists: z.record(z.string(), words).default({}),
  })
  .superRefine(({ template, lists }, check) => {
    const error = templateError(template)
    if (error !== null) check.addIssue({ code: 'custom', path: ['template'], message: error })
    const parts = listParts(template)
    for (const part of Object.keys(lists)) {
      if (parts.includes(part)) continue
      check.addIssue({ code: 'custom', path: ['lists', part], message: `The template has no {${part}}.` })
    }
  })
type BuiltName = z.infer<typeof builtName>

/** Returns the names of a template's parts, in order. */
export function listParts(template: string): string[] {
  return parsePieces(template).flatMap((piece) => (piece.kind === 'part' ? [piece.name] : []))
}

/** Returns a template with its literal texts replaced. */
export function mapTemplate(template: string, replace: (literal: string) => string): string {
  return parsePieces(template)
    .map((piece) => (piece.kind === 'literal' ? replace(piece.text) : `{${piece.name}}`))
    .join('')
}

/** Returns the value of a part; empty if there is none. A part may be named like an inherited member: `constructor`. */
export function partValue(parts: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(parts, name) ? (parts[name] ?? '') : ''
}

/**
 * Returns a function that returns why a name breaks the rule, or `null` if it doesn't. The error names the first wrong
 * part if it can be determined.
 */
export function createNameCheck(rule: BuiltName): (name: string) => string | null {
  const pieces = parsePieces(rule.template)
  const partError = createPartCheck(rule)
  return (name) => {
    if (splitName(name, pieces, (part, value) => partError(part, value) === null)) return null
    const parts = splitName(name, pieces, () => true)
    for (const [part, value] of Object.entries(parts ?? {})) {
      const error = partError(part, value)
      if (error !== null) return error
    }
    return `It must have the form ${rule.template}.`
  }
}

function createPartCheck({ lists }: BuiltName): (part: string, value: string) => string | null {
  const allowedValues = new Map(Object.entries(lists).map(([part, list]) => [part, new Set(list)]))
  return (part, value) => {
    const list = allowedValues.get(part)
    if (list && list.size > 0)
      return list.has(value) ? null : `“${value}” is not an allowed ${part}. Allowed: ${listText([...list])}.`
    const known = knownParts.get(part)
    return !known || known.shape.test(value) ? null : `“${value}” is not ${known.text}.`
  }
}

/** Maximum number of allowed values that an error lists. */
const maxNamed = 5

function listText(values: readonly string[]): string {
  const unlistedCount = values.length - maxNamed
  return `${values.slice(0, maxNamed).join(', ')}${unlistedCount > 0 ? ` and ${formatCount(unlistedCount)} more` : ''}`
}

function templateError(template: string): string | null {
  const parts = listParts(template)
  if (parts.length === 0) return 'Enter at least one part, such as {name}.'
  if (parts.length > maxParts) return `At most ${maxParts} parts are allowed.`
  // An object can't store a list under this name.
  if (parts.includes('__proto__')) return 'Choose another name for {__proto__}.'
  if (new Set(parts).size < parts.length) return 'Each part can be used once.'
  return /\}\{/.test(template) ? 'Put a separator between two parts.' : null
}

function parsePieces(template: string): Piece[] {
  return template
    .split(/(\{[^{}]+\})/)
    .filter((text) => text !== '')
    .map((text) =>
      /^\{[^{}]+\}$/.test(text)
        ? { kind: 'part', name: text.slice(1, -1).trim() }
        : { kind: 'literal', text },
    )
}

/**
 * Splits a name into the parts of a template. Because a part may contain the separator itself, tries all ways, but each
 * pair of piece and position only once. This takes at most pieces × length² steps.
 */
function splitName(
  name: string,
  pieces: readonly Piece[],
  isAllowed: (part: string, value: string) => boolean,
): Record<string, string> | null {
  const failedStates = new Set<number>()
  const splitFrom = (index: number, start: number): [string, string][] | null => {
    const piece = pieces[index]
    if (!piece) return start === name.length ? [] : null
    const state = index * (name.length + 1) + start
    if (failedStates.has(state)) return null
    const values =
      piece.kind === 'literal'
        ? name.startsWith(piece.text, start)
          ? splitFrom(index + 1, start + piece.text.length)
          : null
        : splitAtPart(piece.name, index, start)
    if (!values) failedStates.add(state)
    return values
  }
  const splitAtPart = (part: string, index: number, start: number): [string, string][] | null => {
    for (let end = start + 1; end <= name.length; end++) {
      const value = name.slice(start, end)
      const rest = isAllowed(part, value) ? splitFrom(index + 1, end) : null
      if (rest) return [[part, value], ...rest]
    }
    return null
  }
  const values = splitFrom(0, 0)
  return values && Object.fromEntries(values)
}
