import { createHash, type Hash } from 'node:crypto'
import { canonicalJson } from '../../../contract/service/json/canonicalJson.ts'
import type { Store } from '../../store/store.ts'
import { AdminError } from '../command.ts'
import { zeroCounts, type Counts } from './kind.ts'
import { kinds } from './kinds.ts'

/** Contents and differences of both stores. Each differing row is counted once. */
export type Comparison = Awaited<ReturnType<typeof compareStores>>

/**
 * Copies all projects, keys, rules, links and visits to another store, then compares both. Writes only rows that are missing
 * or older in the target, so it can be repeated, and a copy in the wrong direction can't revive a revoked key.
 */
export async function copyStore(
  source: Store,
  target: Store,
  onRead: (kind: keyof Counts, rows: number) => void,
) {
  await rejectDeleted(source, target)
  /** Rows that were missing or older in the target. */
  const written = zeroCounts()
  for (const kind of kinds) {
    written[kind.name] = await kind.copy(source, target, (rows) => onRead(kind.name, rows))
  }
  return { written, ...(await compareStores(source, target)) }
}

/** Throws if a project was deleted only in the target: its deletion must not be undone. */
async function rejectDeleted(source: Store, target: Store): Promise<void> {
  const targetProjects = await target.listProjects()
  const deleted = new Set(targetProjects.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id))
  const project = (await source.listProjects()).find(
    ({ id, deletedAt }) => deletedAt === null && deleted.has(id),
  )
  if (!project) return
  throw new AdminError(
    `The project ${project.id} was deleted in the target database, but not in the source database. Delete it in the source first.`,
  )
}

/** Reads and compares both stores completely. */
export async function compareStores(source: Store, target: Store) {
  const differences = {
    /** Rows that the target lacks or has in an older state. */
    missing: zeroCounts(),
    /** Rows that are newer in the target. */
    kept: zeroCounts(),
    /** Rows that only the target has. */
    extra: zeroCounts(),
  }
  const [sourceCounts, targetCounts] = [zeroCounts(), zeroCounts()]
  const [sourceHash, targetHash] = [createHash('sha256'), createHash('sha256')]
  const add = (kind: keyof Counts, row: object, totals: Counts, contents: Hash) => {
    totals[kind]++
    contents.update(`${canonicalJson(row)}\n`)
  }
  for (const kind of kinds) {
    for await (const { sourceRow: row, targetRow: there, difference } of kind.compare(source, target)) {
      if (row) add(kind.name, row, sourceCounts, sourceHash)
      if (there) add(kind.name, there, targetCounts, targetHash)
      if (difference) differences[difference][kind.name]++
    }
  }
  const [sha256, targetSha256] = [sourceHash.digest('hex'), targetHash.digest('hex')]
  return {
    /** Whether both have the same contents. The hash is over every field of every row, in the same order on every engine. */
    equal: sha256 === targetSha256,
    ...differences,
    from: { ...sourceCounts, sha256 },
    to: { ...targetCounts, sha256: targetSha256 },
  }
}
