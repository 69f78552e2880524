import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'
import { cacheRun, rowsKey } from './runs.ts'
import type { RowsPage } from './runs.ts'

/** Edits cells. Visible rows stay in place even if they no longer match the filter. */
export function useEditCells() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<'runs.edit'>) => unwrapResult(call('runs.edit', input)),
    onSuccess: ({ run, rows }) => {
      cacheRun(client, run)
      const byNumber = new Map(rows.map((row) => [row.number, row]))
      client.setQueriesData<RowsPage>({ queryKey: [...rowsKey, run.id] }, (page) =>
        page?.rows.some(({ number }) => byNumber.has(number))
          ? { ...page, rows: page.rows.map((row) => byNumber.get(row.number) ?? row) }
          : page,
      )
    },
  })
}

/** Returns how many cells of a column contain a text; `undefined` until known. */
export function useMatchingCellCount(input: CallInput<'runs.alike'>, isAsked: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: [...rowsKey, 'alike', input],
    queryFn: () => unwrapResult(call('runs.alike', input)),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  })
  return data?.cells
}

/** Replaces all cells of a column that contain a text. */
export function useReplaceCells() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<'runs.replace'>) => unwrapResult(call('runs.replace', input)),
    onSuccess: ({ run }) => {
      cacheRun(client, run)
      void client.invalidateQueries({ queryKey: rowsKey })
    },
  })
}

/** Undoes a change of many cells. */
export function useRestoreCells() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<'runs.restore'>) => unwrapResult(call('runs.restore', input)),
    onSuccess: ({ run }) => {
      cacheRun(client, run)
      void client.invalidateQueries({ queryKey: rowsKey })
    },
  })
}

/** Returns a function that refetches the visible rows. */
export function useRefreshRows(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: rowsKey })
}
