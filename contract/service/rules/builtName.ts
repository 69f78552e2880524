import { z } from 'zod'
import { formatCount } from '../text/text.ts'
import { ruleLimits, words } from './words.ts'

/** A piece of a template: literal text, or a part that is filled in. */
type Piece = { kind: 'literal'; text: string } | { kind: 'part'; name: string }

/** The values that a part may have. */
interface PartLimit {
  maxLength: number
  allows: (value: string) => boolean
  /** What a value that isn't allowed should be. */
  text: string
}

/** Parts that have a fixed form unless they have a list. */
const knownParts: readonly (readonly [part: string, limit: PartLimit])[] = [
  ['year', formLimit(/^\d{4}$/, 4, 'a year of four digits')],
  ['month', formLimit(/^(?:0[1-9]|1[0-2])$/, 2, 'a month from 01 to 12')],
  ['quarter', formLimit(/^[qQ][1-4]$/, 2, 'a quarter from q1 to q4')],
]

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
  const limits = partLimits(rule)
  return (name) => {
    const allowedParts = splitName(name, pieces, limits)
    if (allowedParts === 'tooManyWays') return `This name has too many separators for ${rule.template}.`
    if (allowedParts) return null
    const parts = splitName(name, pieces, new Map())
    for (const [part, value] of Object.entries(parts === 'tooManyWays' ? {} : (parts ?? {}))) {
      const limit = limits.get(part)
      if (limit?.allows(value) === false) return `“${value}” is not ${limit.text}.`
    }
    return `It must have the form ${rule.template}.`
  }
}

/** A part of a name, the text before it, and its allowed values; none if it may have any. */
export interface NamePart {
  name: string
  before: string
  values: readonly string[]
}

/** Reads names of a template into their parts, and writes them. */
export type NameBuilder = ReturnType<typeof createNameBuilder>

export function createNameBuilder(rule: BuiltName) {
  const pieces = parsePieces(rule.template)
  const limits = partLimits(rule)
  const lists = new Map(Object.entries(rule.lists))
  const parts = pieces.flatMap((piece, index): NamePart[] => {
    const previous = pieces[index - 1]
    if (piece.kind === 'literal') return []
    const before = previous?.kind === 'literal' ? previous.text : ''
    return [{ name: piece.name, before, values: lists.get(piece.name) ?? [] }]
  })
  const free = parts.findLast(({ name }) => !limits.has(name))
  return {
    parts,
    /** Returns a name of another form as the last part that may have any value; `null` if there is no such part. */
    place: (name: string): Record<string, string> | null => (free ? { [free.name]: name } : null),
    /** Returns which parts of a name are empty or not allowed; all of them if only the name as a whole is wrong. */
    wrongParts: (values: Readonly<Record<string, string>>): string[] => {
      const names = parts.map(({ name }) => name)
      const wrong = names.filter((name) => {
        const value = partValue(values, name)
        return value === '' || limits.get(name)?.allows(value) === false
      })
      return wrong.length > 0 ? wrong : names
    },
    /** Returns the parts of a name, of which some can be empty; `null` if it has another form. */
    read: (name: string) => {
      const exact = splitName(name, pieces, limits)
      return exact === null || exact === 'tooManyWays' ? splitIncomplete(name, pieces) : exact
    },
    /** Returns the name of parts; empty if all are. */
    write: (values: Readonly<Record<string, string>>) =>
      parts.every(({ name }) => partValue(values, name) === '')
        ? ''
        : pieces
            .map((piece) => (piece.kind === 'literal' ? piece.text : partValue(values, piece.name)))
            .join(''),
  }
}

/** Splits a name in which parts may be empty or not allowed: each ends before the first following separator. */
function splitIncomplete(name: string, pieces: readonly Piece[]): Record<string, string> | null {
  const parts: [string, string][] = []
  let rest = name
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1]
    const isLiteral = piece.kind === 'literal'
    if (isLiteral && !rest.startsWith(piece.text)) return null
    const partEnd = next?.kind === 'literal' ? rest.indexOf(next.text) : rest.length
    const end = isLiteral ? piece.text.length : partEnd
    if (end < 0) return null
    if (!isLiteral) parts.push([piece.name, rest.slice(0, end)])
    rest = rest.slice(end)
  }
  return rest === '' ? Object.fromEntries(parts) : null
}

function formLimit(form: RegExp, maxLength: number, text: string): PartLimit {
  return { maxLength, allows: (value) => form.test(value), text }
}

/** Returns the limits of parts by name. A part without one may have any value. */
function partLimits({ lists }: BuiltName): ReadonlyMap<string, PartLimit> {
  const listed = Object.entries(lists).filter(([, list]) => list.length > 0)
  return new Map([...knownParts, ...listed.map(([part, list]) => [part, listLimit(part, list)] as const)])
}

function listLimit(part: string, list: readonly string[]): PartLimit {
  const values = new Set(list)
  const maxLength = list.reduce((max, { length }) => Math.max(max, length), 0)
  const text = `an allowed ${part}. Allowed: ${listText(list)}`
  return { maxLength, allows: (value) => values.has(value), text }
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

/** Maximum number of values tried per name. An ordinary name takes fewer than a hundred. */
const maxTried = 5_000

/**
 * Splits a name into the parts of a template; `null` if it doesn't fit. A part may contain the separator itself, so a
 * value can end before each separator. Parts with any value take linear time. Those with a limit can take longer, so
 * splitting gives up after `maxTried` values.
 */
function splitName(
  name: string,
  pieces: readonly Piece[],
  limits: ReadonlyMap<string, PartLimit>,
): Record<string, string> | null | 'tooManyWays' {
  const failedStates = new Set<number>()
  /** The first position from which a part with any value failed. It would fail from every later one. */
  const failedFrom = new Map<string, number>()
  let triedCount = 0
  const splitFrom = (index: number, start: number): [string, string][] | null => {
    const piece = pieces[index]
    if (!piece) return start === name.length ? [] : null
    if (piece.kind === 'literal')
      return name.startsWith(piece.text, start) ? splitFrom(index + 1, start + piece.text.length) : null
    const limit = limits.get(piece.name)
    const state = index * (name.length + 1) + start
    if (failedStates.has(state)) return null
    const values = splitAtPart(piece.name, index, start, limit)
    if (!values && limit) failedStates.add(state)
    else if (!values) failedFrom.set(piece.name, Math.min(start, failedFrom.get(piece.name) ?? start))
    return values
  }
  const splitAtPart = (part: string, index: number, start: number, limit: PartLimit | undefined) => {
    const maxEnd = limit ? start + limit.maxLength : (failedFrom.get(part) ?? name.length)
    for (let end = endAfter(index, start); end !== null && end <= maxEnd; end = endAfter(index, end)) {
      if (++triedCount > maxTried) return null
      const value = name.slice(start, end)
      const rest = limit?.allows(value) === false ? null : splitFrom(index + 1, end)
      if (rest) return [[part, value] satisfies [string, string], ...rest]
    }
    return null
  }
  /** Returns the next position where a part may end: before its separator, or at the end of the name. */
  const endAfter = (index: number, position: number): number | null => {
    const next = pieces[index + 1]
    if (next?.kind !== 'literal') return position < name.length ? name.length : null
    const end = name.indexOf(next.text, position + 1)
    return end === -1 ? null : end
  }
  const values = splitFrom(0, 0)
  if (triedCount > maxTried) return 'tooManyWays'
  return values && Object.fromEntries(values)
}
