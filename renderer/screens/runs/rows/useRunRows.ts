import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { readRowsPage, readRunRows, rowsKey, rowsPageSize, rowsSettings } from '../../../api/runRows.ts'
import type { PageStart, RowFilter } from '../../../api/runRows.ts'
import { isUnderWay } from '../../../api/runs.ts'
import { usePagedRows, type PagedRows } from '../../../features/grid/usePagedRows.ts'
import { rowStateNames } from './rowStates.ts'

/** The loaded rows of a run. */
export interface RunRows extends PagedRows<RunRow> {
  /** Identifies the run and filter. When it changes, this is another list. */
  list: string
  /** Returns at most `max` rows from an index on: those that are loaded, and reads those after them. */
  readFrom: (index: number, max: number) => Promise<readonly RunRow[]>
}

/** Poll interval in milliseconds while a run is being sent. */
const pollMs = 1_000

/** Returns the number of rows in a run. */
export function totalRows({ counts }: Pick<Run, 'counts'>): number {
  return rowStateNames.reduce((sum, state) => sum + counts[state], 0)
}

/** Returns the rows of a filter that can be chosen, and all rows once the filter matches none. */
export function useShownRows(run: Run, first: RowFilter) {
  const [show, setShow] = useState(first)
  const rows = useRunRows(run, show)
  const client = useQueryClient()
  if (show !== 'all' && rows.count === 0 && rows.isWhole && !rows.isPending) setShow('all')
  const choose = (filter: RowFilter) => {
    // What was read earlier may be empty, although rows match now.
    if (filter !== show) client.removeQueries({ queryKey: [...rowsKey, run.id, filter] })
    setShow(filter)
  }
  return { show, setShow: choose, rows }
}

/**
 * Reads the visible rows of a run. Without a filter, any page can be read directly; filtered rows are read page by page.
 */
function useRunRows(run: Run, show: RowFilter): RunRows {
  const { id } = run
  const list = `${id} ${show}`
  const { rows } = usePagedRows<string, RunRow, number>({
    list,
    pageSize: rowsPageSize,
    total: show === 'all' ? totalRows(run) : null,
    query: (page, cursor) => {
      const start: PageStart = show === 'all' ? { skip: page * rowsPageSize } : { after: cursor ?? 0 }
      return {
        queryKey: [...rowsKey, id, show, start],
        queryFn: () => readRowsPage(id, show, start),
      }
    },
    settings: { ...rowsSettings, refetchInterval: isUnderWay(run) && pollMs },
  })
  return {
    ...rows,
    list,
    readFrom: async (index, max) => {
      const loaded: RunRow[] = []
      for (let row = rows.at(index); row && loaded.length < max; row = rows.at(index + loaded.length))
        loaded.push(row)
      const last = loaded.at(-1)
      if (!last || loaded.length === max) return loaded
      return [...loaded, ...(await readRunRows(id, show, max - loaded.length, last.number))]
    },
  }
}
