import type { DatabaseSync } from 'node:sqlite'
import type { ActivityDetail } from '../../contract/calls/activity.ts'

/** Maximum number of replaced entries kept in memory. */
const maxReplaced = 100

const deletePrevious = `DELETE FROM requests
  WHERE operation = :operation AND url = :url AND environment = :environment AND profileId IS :profileId AND code IS NULL
    AND id < :id
  RETURNING *`

/** Replaces the previous entry of a repeated read of visits or rules. */
export interface RepeatedReads {
  /** Removes the entries that this one replaces. Called after its insertion. */
  replace: (sql: DatabaseSync, entry: ActivityDetail) => void
  /** Returns a replaced entry, because an open list still shows it. */
  get: (id: number) => ActivityDetail | null
  /** Forgets replaced entries, when the log removes entries like them. */
  remove: (isRemoved: (entry: ActivityDetail) => boolean) => void
}

/** Without this, polling would soon push everything else out of the log. */
export function createRepeatedReads(): RepeatedReads {
  const replaced = new Map<number, ActivityDetail>()
  return {
    replace: (sql, { id, operation, url, environment, profileId, code }) => {
      if ((operation !== 'visits' && operation !== 'rules') || code !== null) return
      for (const row of sql.prepare(deletePrevious).all({ id, operation, url, environment, profileId })) {
        const entry = { ...row } as unknown as ActivityDetail
        replaced.set(entry.id, entry)
      }
      for (const oldest of [...replaced.keys()].slice(0, -maxReplaced)) replaced.delete(oldest)
    },
    get: (id) => replaced.get(id) ?? null,
    remove: (isRemoved) => {
      for (const [id, entry] of replaced) if (isRemoved(entry)) replaced.delete(id)
    },
  }
}
