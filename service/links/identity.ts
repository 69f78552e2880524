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
/** Parts of a millisecond's ids, of which a process uses one. */
const laneCount = 64
const idsPerLane = idsPerMillisecond / laneCount

/** Characters of a link path: at a thousand million links, 2 × 10^10 guesses for one hit. */
export const pathLength = 11

/**
 * Links made one after another begin alike, so that they stand together in the index of paths and a commit writes one
 * page of it instead of one for each link. Whoever knows one of them still needs 10^12 guesses for another.
 */
const prefixLength = 3
export const linksPerPrefix = 100

/** The lowest id of those that are made at a time or later, but for clocks that differ. */
export function firstIdAt(time: number): number {
  return millisecondAt(time) * idsPerMillisecond
}

/** An id of that time, for what is neither made often nor by many. */
export function idAt(time: number): number {
  return firstIdAt(time) + randomInt(idsPerMillisecond)
}

function millisecondAt(time: number): number {
  return Math.max(0, time - epoch)
}

/** Makes identities. `again` says that the one before was taken. */
export type IdentityMaker = (again?: boolean) => LinkIdentity

/**
 * Makes identities without asking the database. Ids grow with time, so that an index appends; two processes make the same
 * ones only while they have drawn the same lane, which the store answers with `taken` and one of them leaves.
 */
export function createIdentityMaker(): IdentityMaker {
  const [nextId, nextPath] = [createIdMaker(), createPathMaker()]
  return (again = false) => ({ id: nextId(again), path: nextPath() })
}

function createIdMaker(): (again: boolean) => number {
  let lane = randomInt(laneCount)
  let millisecond = -1
  let made = 0
  return (again) => {
    if (again) lane = randomInt(laneCount)
    const now = millisecondAt(Date.now())
    // A lane that is full, or that was just left, goes on in the millisecond to come.
    const next = again || made === idsPerLane ? millisecond + 1 : millisecond
    if (Math.max(now, next) > millisecond) made = 0
    millisecond = Math.max(now, next)
    return millisecond * idsPerMillisecond + lane * idsPerLane + made++
  }
}

function createPathMaker(): () => string {
  let beginning = ''
  let remaining = 0
  return () => {
    if (remaining === 0) {
      beginning = randomText(prefixLength)
      remaining = linksPerPrefix
    }
    remaining--
    return beginning + randomText(pathLength - prefixLength)
  }
}
