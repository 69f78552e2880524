import type { TextView } from './textView.ts'

/** Reports a match: the positions of its first and last character. */
export type ReportMatch = (first: number, last: number) => void

const alphabet = 128
/** Minimum length of a partial match at the end of truncated text. */
const minCutMatchLength = 4

/**
 * Finds any number of words in one pass, with one step per character (Aho and Corasick, "Efficient string
 * matching", 1975). Ignores case.
 */
export class Automaton {
  /** The next state by state and character. State 0 is the start. */
  readonly #next: Int32Array
  /** The length of the longest word that ends in each state, or 0. */
  readonly #words: Int32Array
  /** The number of characters of a word read in each state. */
  readonly #depths: Int32Array
  readonly longest: number
  readonly shortest: number

  constructor(words: readonly string[]) {
    const maxStates = words.reduce((sum, word) => sum + word.length, 1)
    this.#next = new Int32Array(maxStates * alphabet)
    this.#words = new Int32Array(maxStates)
    this.#depths = new Int32Array(maxStates)
    const lengths = words.map(({ length }) => length)
    this.longest = Math.max(...lengths)
    this.shortest = Math.min(...lengths)
    let states = 1
    for (const word of words) states = this.#add(word, states)
    this.#complete()
  }

  after(state: number, code: number): number {
    return this.#next[state * alphabet + code] ?? 0
  }

  wordAt(state: number): number {
    return this.#words[state] ?? 0
  }

  depthOf(state: number): number {
    return this.#depths[state] ?? 0
  }

  #add(word: string, states: number): number {
    let state = 0
    for (let position = 0; position < word.length; position++) {
      const edge = state * alphabet + toLowerCase(word.charCodeAt(position))
      if (this.#next[edge] === 0) this.#next[edge] = states++
      state = this.#next[edge] ?? 0
      this.#depths[state] = position + 1
    }
    this.#words[state] = word.length
    return states
  }

  /** Adds each state's fallback edges: those of its longest suffix that starts some word. */
  #complete(): void {
    const fallback = new Int32Array(this.#words.length)
    const states = [0]
    for (const state of states) {
      const suffixState = fallback[state] ?? 0
      if (this.#words[state] === 0) this.#words[state] = this.#words[suffixState] ?? 0
      for (let code = 0; code < alphabet; code++) {
        const edge = state * alphabet + code
        const next = this.#next[edge] ?? 0
        const fallbackState = state === 0 ? 0 : (this.#next[suffixState * alphabet + code] ?? 0)
        if (next === 0) {
          this.#next[edge] = fallbackState
        } else {
          fallback[next] = fallbackState
          states.push(next)
        }
      }
      const row = this.#next.subarray(state * alphabet, (state + 1) * alphabet)
      for (let capital = 0x41; capital <= 0x5a; capital++) row[capital] = row[capital + 0x20] ?? 0
    }
  }
}

/** The state of scanning one text with an automaton. */
export class Tracker {
  readonly #automaton: Automaton
  readonly #found: ReportMatch
  /** Positions of the last characters, as a ring buffer. */
  readonly #starts: Int32Array
  readonly #circle: number
  #count = 0
  #state = 0
  #last = 0

  /** Calls `reportMatch` for every match. If two end at the same position, only for the longer one. */
  constructor(automaton: Automaton, reportMatch: ReportMatch) {
    this.#automaton = automaton
    this.#found = reportMatch
    const size = 2 ** Math.ceil(Math.log2(automaton.longest + 1))
    this.#starts = new Int32Array(size)
    this.#circle = size - 1
  }

  /** Reads a character whose spelling spans `first` to `last`. Ignores 0. */
  take(code: number, first: number, last: number): void {
    if (code === 0) return
    this.#starts[this.#count++ & this.#circle] = first
    this.#last = last
    this.#state = this.#automaton.after(this.#state, code)
    const word = this.#automaton.wordAt(this.#state)
    if (word > 0) this.#report(word)
  }

  /** Prevents matches across this point. */
  reset(): void {
    this.#state = 0
  }

  /** Ends truncated text. Reports a partial match of at least `minCutMatchLength`. */
  end(): void {
    const partialLength = this.#automaton.depthOf(this.#state)
    if (partialLength >= minCutMatchLength) this.#report(partialLength)
  }

  #report(length: number): void {
    this.#found(this.#starts[(this.#count - length) & this.#circle] ?? 0, this.#last)
  }
}

/** Returns the lower-case code of an ASCII letter. */
function toLowerCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code
}

/** Searches the characters of a view without decoding. */
export function searchPlain(
  { codes, length }: TextView,
  isCut: boolean,
  automaton: Automaton,
  reportMatch: ReportMatch,
): void {
  const tracker = new Tracker(automaton, reportMatch)
  for (let position = 0; position < length; position++) tracker.take(codes[position] ?? 0, position, position)
  if (isCut) tracker.end()
}
