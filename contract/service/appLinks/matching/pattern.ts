/**
 * Patterns of Apple's association file: `*` matches zero or more characters, `?` exactly one, and `$(name)` one
 * of the variable's values.
 *
 * Source: Apple, "applinks.Details.Components" and "applinks.SubstitutionVariables" (Bundle Resources), which
 * "Supporting associated domains" refers to.
 */
export type PatternVariables = ReadonlyMap<string, readonly string[]>

/** What one link may still cost while it is matched against many patterns. */
export interface MatchBudget {
  /** Number of remaining steps. A step compares one pattern token with one character. */
  steps: number
  /** Cache of variable values split into tokens, because a pattern can repeat a variable thousands of times. */
  options: Map<string, Token>
}

/** Maximum steps for one link and one file: well above any real file, and less than a second. */
const maxMatchSteps = 20_000_000
/** Steps for splitting one character of a pattern. A link can repeat a parameter, and so its pattern, thousands of times. */
const splitSteps = 10

export function createMatchBudget(): MatchBudget {
  return { steps: maxMatchSteps, options: new Map() }
}

/** `unknown`: the pattern has a variable that can't be resolved, or the step budget ran out. */
export type PatternMatch = 'yes' | 'no' | 'unknown'

export interface PatternOptions {
  caseSensitive: boolean
  variables: PatternVariables
  budget: MatchBudget
}

/** Matches a whole text against a pattern, in time linear in the product of their lengths. */
export function matchPattern(pattern: string, text: string, options: PatternOptions): PatternMatch {
  const { budget, caseSensitive } = options
  budget.steps -= text.length + splitSteps * pattern.length
  const tokens = budget.steps < 0 ? null : tokenize(pattern, options)
  if (!tokens) return 'unknown'
  const characters = Array.from(foldCase(text, caseSensitive))
  const start = new Uint8Array(characters.length + 1)
  start[0] = 1
  const end = advance(tokens, characters, start, budget)
  if (!end) return 'unknown'
  return end[characters.length] === 1 ? 'yes' : 'no'
}

/** One literal character, a wildcard, one of some characters, or one of some sequences. */
type Token =
  | { kind: 'character'; character: string }
  | { kind: 'one' }
  | { kind: 'many' }
  | { kind: 'among'; characters: string }
  | { kind: 'options'; options: readonly (readonly Token[])[] }

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'

/** Apple's predefined variables for a single character. `$(lang)` and `$(region)` depend on the phone. */
const predefined: Readonly<Record<string, string>> = {
  alpha: upper + upper.toLowerCase(),
  upper,
  lower: upper.toLowerCase(),
  alnum: upper + upper.toLowerCase() + digits,
  digit: digits,
  xdigit: `${digits}abcdefABCDEF`,
}

/** Returns a pattern's tokens; `null` if it has an unknown variable. */
function tokenize(pattern: string, options: PatternOptions): Token[] | null {
  const tokens: Token[] = []
  for (const [part, name] of pattern.matchAll(/\$\(([^$()]*)\)|[^$]+|\$/g)) {
    if (name === undefined) {
      for (const token of plainTokens(part, options.caseSensitive)) tokens.push(token)
      continue
    }
    const token = variableToken(name, options)
    if (!token) return null
    tokens.push(token)
  }
  return tokens
}

function plainTokens(text: string, caseSensitive: boolean): Token[] {
  return Array.from(foldCase(text, caseSensitive), (character): Token => {
    if (character === '*') return { kind: 'many' }
    return character === '?' ? { kind: 'one' } : { kind: 'character', character }
  })
}

function variableToken(name: string, { caseSensitive, variables, budget }: PatternOptions): Token | null {
  const key = `${caseSensitive ? '=' : '~'}${name}`
  const cached = budget.options.get(key)
  if (cached) return cached
  const values = variables.get(name)
  if (!values) {
    const characters = Object.hasOwn(predefined, name) ? predefined[name] : undefined
    return characters === undefined
      ? null
      : { kind: 'among', characters: foldCase(characters, caseSensitive) }
  }
  const token: Token = { kind: 'options', options: values.map((value) => plainTokens(value, caseSensitive)) }
  budget.options.set(key, token)
  return token
}

function foldCase(text: string, caseSensitive: boolean): string {
  return caseSensitive ? text : text.toLowerCase()
}

/**
 * Returns the positions that the tokens can reach. Starts from all positions marked in `from` simultaneously, so that
 * no position is tried twice. Returns `null` if the step budget ran out.
 */
function advance(
  tokens: readonly Token[],
  characters: readonly string[],
  from: Uint8Array,
  budget: MatchBudget,
): Uint8Array | null {
  let reached = from
  for (const token of tokens) {
    const first = reached.indexOf(1)
    if (first < 0) return reached
    budget.steps -= reached.length - first
    if (budget.steps < 0) return null
    const next = token.kind === 'options' ? union(token.options, characters, reached, budget) : null
    if (token.kind === 'options' && !next) return null
    reached = next ?? step(token, characters, reached, first)
  }
  return reached
}

function union(
  options: readonly (readonly Token[])[],
  characters: readonly string[],
  from: Uint8Array,
  budget: MatchBudget,
): Uint8Array | null {
  const reached = new Uint8Array(from.length)
  for (const option of options) {
    budget.steps -= from.length
    const ends = advance(option, characters, from, budget)
    if (!ends) return null
    for (let position = 0; position < ends.length; position++) {
      if (ends[position] === 1) reached[position] = 1
    }
  }
  return reached
}

function step(token: Token, characters: readonly string[], from: Uint8Array, first: number): Uint8Array {
  const next = new Uint8Array(from.length)
  if (token.kind === 'many') return next.fill(1, first)
  for (let position = first; position < characters.length; position++) {
    if (from[position] === 1 && matchesToken(token, characters[position] ?? '')) next[position + 1] = 1
  }
  return next
}

function matchesToken(token: Token, character: string): boolean {
  if (token.kind === 'character') return token.character === character
  return token.kind === 'among' ? token.characters.includes(character) : true
}
