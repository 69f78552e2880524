import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { canonicalJson } from '../../../contract/canonicalJson.ts'
import type { Store } from '../../store/store.ts'
import {
  keys,
  linkChanges,
  links,
  auditEntries,
  projectRules,
  projects,
  visitCounts,
  visitReferrers,
  zeroCounts,
} from './kinds.ts'
import type { Counts, Kind } from './kinds.ts'

/** Contents and differences of both stores. Each differing row is counted once. */
export interface Comparison {
  /** Rows that the target lacks or has in an older state. */
  missing: Counts
  /** Rows that are newer in the target. */
  kept: Counts
  /** Rows that only the target has. */
  extra: Counts
  from: Contents
  to: Contents
}

/** Reads and compares both stores completely. */
export async function compareStores(from: Store, target: Store): Promise<Comparison> {
  const [fromHash, targetHash] = [new ContentsHash(), new ContentsHash()]
  const found = { missing: zeroCounts(), kept: zeroCounts(), extra: zeroCounts() }
  async function compareRows<T extends object>(kind: Kind<T>): Promise<void> {
    for await (const [row, other] of mergeById(kind, kind.rowsOf(from), kind.rowsOf(target))) {
      if (row) fromHash.add(kind.name, row)
      if (other) targetHash.add(kind.name, other)
      const difference = compareRow(kind, row, other)
      if (difference) found[difference][kind.name]++
    }
  }
  await compareRows(projects)
  await compareRows(keys)
  await compareRows(projectRules)
  await compareRows(links)
  await compareRows(visitCounts)
  await compareRows(visitReferrers)
  await compareRows(linkChanges)
  await compareRows(auditEntries)
  return { ...found, from: fromHash.contents(), to: targetHash.contents() }
}

function compareRow<T>(kind: Kind<T>, row?: T, there?: T): 'missing' | 'kept' | 'extra' | null {
  if (!row) return 'extra'
  if (!there) return 'missing'
  if (isDeepStrictEqual(row, there)) return null
  return kind.changedThere(row, there) ? 'kept' : 'missing'
}

/** Yields the rows of both stores by id; rows with the same id as a pair. */
async function* mergeById<T>(
  { idOf }: Kind<T>,
  from: AsyncGenerator<T>,
  target: AsyncGenerator<T>,
): AsyncGenerator<[from: T | undefined, target: T | undefined]> {
  let [row, there] = await Promise.all([next(from), next(target)])
  while (row !== undefined || there !== undefined) {
    const hasRow = row !== undefined && (there === undefined || idOf(row) <= idOf(there))
    const hasThere = there !== undefined && (row === undefined || idOf(there) <= idOf(row))
    yield [hasRow ? row : undefined, hasThere ? there : undefined]
    if (hasRow) row = await next(from)
    if (hasThere) there = await next(target)
  }
}

async function next<T>(rows: AsyncGenerator<T>): Promise<T | undefined> {
  const step = await rows.next()
  return step.done === true ? undefined : step.value
}

/** Row counts of a store, and a hash that identifies its contents. */
interface Contents extends Counts {
  /** SHA-256 over every field of every row, in the same order on every engine. */
  sha256: string
}

/** Hashes a store's rows one by one. */
class ContentsHash {
  readonly #counts = zeroCounts()
  readonly #hash = createHash('sha256')

  add(kind: keyof Counts, row: object): void {
    this.#counts[kind]++
    this.#hash.update(`${canonicalJson(row)}\n`)
  }

  /** Call it only once, after the last row. */
  contents(): Contents {
    return { ...this.#counts, sha256: this.#hash.digest('hex') }
  }
}
