import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { pick, targetFields } from '../../contract/service/link/fields.ts'
import { linkPatch } from '../../contract/app/link/change/linkPatch.ts'
import { schemesToConfirm } from '../../contract/app/link/unconfirmedSchemes.ts'
import { parseJson, readStored } from './linkRow.ts'
import { startStep } from './step.ts'
import { selectRows, tableColumns } from './tableRows.ts'

/** Part of a search, which ends when the step's time is up. `next` is where it continues; `null` at the end. */
export interface SchemeStep {
  counts: [scheme: string, requests: number][]
  next: number | null
}

/** Almost all destinations are on the web. Their rows need no parsing. */
const otherAddressPattern = /"url"\s*:\s*"(?!https?:)/i

const targets = z.object(pick(linkPatch.shape, targetFields))

export type LibrarySchemes = ReturnType<typeof createLibrarySchemes>

/** The schemes of destinations that need to be confirmed (decision 28), without those in `confirmed`. */
export function createLibrarySchemes(sql: DatabaseSync) {
  const links = selectRows(
    sql,
    { rowid: 'integer', ...pick(tableColumns.links, ['request', 'answer']) },
    // The plus prevents the use of an index by profile, whose rows would be sorted first.
    `FROM links WHERE rowid > ? AND +profile_id = ? AND state = 'created' ORDER BY rowid`,
  )
  const rows = selectRows(
    sql,
    pick(tableColumns.run_rows, ['number', 'request']),
    `FROM run_rows WHERE number > ? AND run = ? AND state = 'ready' ORDER BY number`,
  )
  return {
    /** Those of a profile's links. */
    ofLinks: (profileId: string, after: number) => {
      const counter = createCounter([])
      for (const { rowid, request, answer } of links.iterate(after, profileId)) {
        counter.add(request)
        if (answer !== null && otherAddressPattern.test(answer)) counter.addTargets(readStored(answer))
        if (counter.isOver()) return counter.step(rowid)
      }
      return counter.step(null)
    },
    /** Those of a run's rows that are ready to be sent. */
    ofRun: (run: string, confirmed: readonly string[], after: number) => {
      const counter = createCounter(confirmed)
      for (const { number, request } of rows.iterate(after, run)) {
        counter.add(request)
        if (counter.isOver()) return counter.step(number)
      }
      return counter.step(null)
    },
  }
}

function createCounter(confirmed: readonly string[]) {
  const counts = new Map<string, number>()
  const addTargets = (request: unknown) => {
    const read = targets.safeParse(request)
    for (const scheme of read.success ? schemesToConfirm(read.data, confirmed) : [])
      counts.set(scheme, (counts.get(scheme) ?? 0) + 1)
  }
  return {
    add: (request: string | null) => {
      if (request !== null && otherAddressPattern.test(request)) addTargets(parseJson(request))
    },
    addTargets,
    isOver: startStep(),
    step: (next: number | null): SchemeStep => ({ counts: [...counts], next }),
  }
}
