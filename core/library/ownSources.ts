import type { DatabaseSync } from 'node:sqlite'
import { setOwnSources, type OwnSources } from '../../contract/app/channels/sources.ts'
import { readFact, setFact } from './facts.ts'
import { getIndexer } from './index/indexer.ts'
import { parseJson } from './linkRow.ts'
import { write, type WritableLibrary } from './writing.ts'

/** The sources that the user has added to the categories of Google Analytics. */
export function createOwnSourceStore(library: WritableLibrary) {
  const { sql } = library
  return {
    get: () => readOwnSources(sql),
    /** Saves the sources, and finds the channels of links with changed ones again. Runs must be checked again. */
    save: (sources: OwnSources) => {
      const names = [readOwnSources(sql), sources].flatMap((one) => Object.values(one).flat())
      write(library, () => {
        setFact(sql, 'own_sources', JSON.stringify(sources))
        setOwnSources(sources)
        const affected = sql
          .prepare(
            `SELECT id FROM entries WHERE lower(source) IN (SELECT lower(value) FROM json_each(?))
             OR parameters LIKE '%utm_source=%'`,
          )
          .all(JSON.stringify(names))
        getIndexer(sql).update(...affected.map(({ id }) => String(id)))
        sql.exec(`UPDATE runs SET checked = 0 WHERE state = 'preparing'`)
      })
    },
  }
}

/** Applies the added sources to this thread. Call it before links are indexed. */
export function applyOwnSources(sql: DatabaseSync): void {
  setOwnSources(readOwnSources(sql))
}

function readOwnSources(sql: DatabaseSync): OwnSources {
  return parseJson(readFact(sql, 'own_sources')) ?? {}
}
