import { randomInt } from 'node:crypto'
import { generatedPathLength } from '../../contract/service/path/ownPath.ts'
import { randomText } from './text.ts'

export interface LinkIdentity {
  id: number
  path: string
}

// 41 bits of milliseconds last until 2095; with the 12 bits below they fill JavaScript's 53.
const epoch = Date.UTC(2026, 0, 1)
const idsPerMillisecond = 4_096
/**
 * Later times, which only a wrong clock shows, count as this one. Ids of more than 53 bits would be stored, and then neither
 * their links nor a list with them could be read. Leaves room for more ids than a database has links.
 */
const maxMillisecond = Date.UTC(2090, 0, 1) - epoch
/** Number of parts of a millisecond's ids; a process uses one. */
const laneCount = 64
const idsPerLane = idsPerMillisecond / laneCount

/** Characters of a link path: with 10^9 links, 2 × 10^10 guesses per hit. */
export const pathLength = generatedPathLength

/**
 * Links created one after another share a prefix. They are neighbours in the path index, so a commit writes one page
 * instead of one per link. Someone who knows one still needs 10^12 guesses for another.
 */
const prefixLength = 3
export const linksPerPrefix = 100

/** Returns the lowest id created at this time or later, apart from clock differences. */
export function firstIdAt(time: number): number {
  return millisecondAt(time) * idsPerMillisecond
}

/** Returns an id for this time, for objects that are created rarely and by few processes. */
export function idAt(time: number): number {
  return firstIdAt(time) + randomInt(idsPerMillisecond)
}

function millisecondAt(time: number): number {
  return Math.min(Math.max(0, time - epoch), maxMillisecond)
}

/** Returns a new identity. `wasTaken` means that the last one was taken. */
export type IdentityGenerator = (wasTaken?: boolean) => LinkIdentity

/**
 * Returns a function that creates identities without the database. Ids ascend with time, so that an index appends. Processes
 * collide only in the same lane; the store then answers `taken`, and one changes its lane.
 */
export function createIdentityGenerator(): IdentityGenerator {
  const [nextId, nextPath] = [createIdGenerator(), createPathGenerator()]
  return (wasTaken = false) => ({ id: nextId(wasTaken), path: nextPath() })
}

function createIdGenerator(): (wasTaken: boolean) => number {
  let lane = randomInt(laneCount)
  let millisecond = -1
  let usedIds = 0
  return (wasTaken) => {
    if (wasTaken) lane = randomInt(laneCount)
    const now = millisecondAt(Date.now())
    // A lane that is full or was just left continues in the next millisecond.
    const next = wasTaken || usedIds === idsPerLane ? millisecond + 1 : millisecond
    if (Math.max(now, next) > millisecond) usedIds = 0
    millisecond = Math.max(now, next)
    return millisecond * idsPerMillisecond + lane * idsPerLane + usedIds++
  }
}

function createPathGenerator(): () => string {
  let prefix = ''
  let remaining = 0
  return () => {
    if (remaining === 0) {
      prefix = randomText(prefixLength)
      remaining = linksPerPrefix
    }
    remaining--
    return prefix + randomText(pathLength - prefixLength)
  }
}
