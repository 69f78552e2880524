import { randomInt } from 'node:crypto'
import { randomText } from '../random/text.ts'

/** What tells one link from all others. */
export interface LinkIdentity {
  id: number
  path: string
}

// 41 bits of milliseconds last until 2095; together with 12 bits below them they fill the 53 that JavaScript can count.
const epoch = Date.UTC(2026, 0, 1)
const idsPerMillisecond = 4_096

/** Characters of a link path: at a thousand million links, 2 × 10^10 guesses for one hit. */
export const pathLength = 11

/**
 * Links made one after another begin alike, so that they stand together in the index of paths and a commit writes one
 * page of it instead of one for each link. Whoever knows one of them still needs 10^12 guesses for another.
 */
const beginningLength = 3
export const linksOfBeginning = 100

/** The lowest id of those that are made at a time or later, but for clocks that differ. */
export function firstIdAt(time: number): number {
  return Math.max(0, time - epoch) * idsPerMillisecond
}

/**
 * Makes identities without asking the database. Ids grow with time, so that an index appends; two processes can make
 * the same one within a millisecond, which the store answers with `taken`.
 */
export function identityMaker(): () => LinkIdentity {
  const nextPath = pathMaker()
  let last = 0
  return () => {
    const fresh = firstIdAt(Date.now()) + randomInt(idsPerMillisecond)
    last = Math.max(fresh, last + 1)
    return { id: last, path: nextPath() }
  }
}

function pathMaker(): () => string {
  let beginning = ''
  let left = 0
  return () => {
    if (left === 0) {
      beginning = randomText(beginningLength)
      left = linksOfBeginning
    }
    left--
    return beginning + randomText(pathLength - beginningLength)
  }
}
