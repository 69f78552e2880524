import { maxTypoDistance, normalizeWord } from '../values/spelling.ts'

/** Maximum length of a value that may be a typo. Longer ones aren't compared. */
const maxTypoLength = 100

/** Maximum number of characters compared per search. With more, the best value so far is returned. */
const maxComparedCharacters = 20_000

interface ListedWord {
  word: string
  value: string
  /** Position in the list. The first of equally near values wins. */
  position: number
  /** Number of characters that the word shares with the previous one in the sorted index. */
  shared: number
}

/**
 * Returns a function that finds the value of a list that was probably intended, or `null`. The index is built on first
 * use. Beginnings that listed words share are compared only once.
 */
export function createNearestValue(allowed: readonly string[]): (value: string) => string | null {
  let index: ReturnType<typeof createIndex> | null = null
  return (value) => {
    const typed = value.length > maxTypoLength ? '' : normalizeWord(value)
    if (typed.length === 0 || typed.length > maxTypoLength) return null
    index ??= createIndex(allowed)
    const maxDistance = maxTypoDistance(typed)
    const same = index.byWord.get(typed)
    if (same || maxDistance === 0) return same?.value ?? null
    return findNearest(index.sorted, typed, maxDistance, findSwap(index.byWord, typed))
  }
}

function createIndex(allowed: readonly string[]) {
  const byWord = new Map<string, ListedWord>()
  for (const [position, value] of allowed.entries()) {
    const word = normalizeWord(value)
    if (!byWord.has(word)) byWord.set(word, { word, value, position, shared: 0 })
  }
  const sorted = [...byWord.values()].sort((a, b) => (a.word < b.word ? -1 : 1))
  let previous = ''
  for (const entry of sorted) {
    while (entry.shared < previous.length && previous[entry.shared] === entry.word[entry.shared])
      entry.shared++
    previous = entry.word
  }
  return { byWord, sorted }
}

/** Returns the first listed word that differs from a typed one only in two swapped neighbors. */
function findSwap(byWord: ReadonlyMap<string, ListedWord>, typed: string): ListedWord | null {
  let first: ListedWord | null = null
  for (let index = 0; index + 1 < typed.length; index++) {
    const swapped = `${typed.slice(0, index)}${typed.charAt(index + 1)}${typed.charAt(index)}${typed.slice(index + 2)}`
    const found = byWord.get(swapped)
    if (found && (first === null || found.position < first.position)) first = found
  }
  return first
}

/** Returns the value with the fewest letters inserted, deleted or replaced, or that of `swapped` if none is nearer. */
function findNearest(
  sorted: readonly ListedWord[],
  typed: string,
  maxDistance: number,
  swapped: ListedWord | null,
): string | null {
  let [best, bestDistance] = [swapped, swapped ? 1 : maxDistance]
  const measure = createMeasure(typed, maxDistance)
  for (const entry of sorted) {
    const distance = measure(entry, bestDistance)
    if (distance === null) break
    const isFirst = distance === bestDistance && entry.position < (best?.position ?? Infinity)
    if (distance < bestDistance || isFirst) [best, bestDistance] = [entry, distance]
  }
  return best?.value ?? null
}

/**
 * Returns a function that returns the distance of a typed word to one listed word after the other: `Infinity` if it
 * exceeds `max`, and `null` once too many characters were compared.
 */
function createMeasure(typed: string, maxDistance: number) {
  const start = Array.from({ length: 2 * maxDistance + 1 }, (_, k) =>
    k < maxDistance ? Infinity : k - maxDistance,
  )
  // The distances after each character of the current word. Only those near the diagonal can be small enough.
  const bands = [start]
  /** Words that share this many characters with the current one differ too much. */
  let deadLength = Infinity
  let comparedCount = 0
  return ({ word, shared }: ListedWord, max: number): number | null => {
    if (shared >= deadLength) return Infinity
    deadLength = Infinity
    for (let depth = shared; depth < word.length; depth++) {
      if (++comparedCount > maxComparedCharacters) return null
      const band = nextBand(bands[depth] ?? [], word[depth], typed, depth + 1 - maxDistance)
      bands[depth + 1] = band
      if (band.some((distance) => distance <= max)) continue
      deadLength = depth + 1
      return Infinity
    }
    return bands[word.length]?.[typed.length - word.length + maxDistance] ?? Infinity
  }
}

/** Returns the distances after another character of a listed word. `start` is the number of typed characters of the first. */
function nextBand(
  band: readonly number[],
  character: string | undefined,
  typed: string,
  start: number,
): number[] {
  const next: number[] = []
  for (let k = 0; k < band.length; k++) {
    const length = start + k
    if (length < 0 || length > typed.length) next.push(Infinity)
    else {
      const substitution =
        length === 0 ? Infinity : (band[k] ?? 0) + (typed[length - 1] === character ? 0 : 1)
      next.push(Math.min((band[k + 1] ?? Infinity) + 1, (next[k - 1] ?? Infinity) + 1, substitution))
    }
  }
  return next
}
