import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { CallInput, CallOutput } from '../../contract/calls.ts'
import { isUnderWay as isStateUnderWay } from '../../contract/runs/stateMachine.ts'
import type { Run } from '../../contract/runs/run.ts'
import { call } from './call.ts'
import { libraryKey } from './linkKeys.ts'
import { saveWhenReady } from './exports.ts'
import { monitorsCalls } from './slowCalls.ts'
import { useRefreshJobs } from './jobs.ts'
import { unwrapResult } from './problemError.ts'
import { suggestionsKey } from './suggestions.ts'

const listKey = ['runs.list'] as const
const runKey = (id: string) => ['runs.get', id] as const

/** Poll intervals in milliseconds while something is in progress. */
const pollMs = 500
const listPollMs = 1_500

/** Returns whether a run is creating links, or will do so without further input. */
export function isUnderWay({ state }: Pick<Run, 'state'>): boolean {
  return isStateUnderWay(state)
}

/** Returns the runs, newest first. A search filters by name. */
export function useRuns(search: string, pages: number) {
  return useQuery({
    queryKey: [...listKey, search, pages],
    queryFn: () => firstRuns(search, pages),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? listPollMs : false),
    staleTime: 0,
    gcTime: 20_000,
  })
}

async function firstRuns(search: string, pages: number): Promise<CallOutput<'runs.list'>> {
  const all: CallOutput<'runs.list'> = { runs: [], next: null }
  for (let page = 0; page < pages && (page === 0 || all.next !== null); page++) {
    const before = all.next === null ? {} : { before: all.next }
    const read = await unwrapResult(call('runs.list', { search, ...before }))
    all.runs.push(...read.runs)
    all.next = read.next
  }
  return all
}

/** Returns one run with its current progress. Polls while links are being created. */
export function useRun(id: string | null) {
  return useQuery({
    queryKey: runKey(id ?? ''),
    queryFn: () => unwrapResult(call('runs.get', { id: id ?? '' })),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.run) ? pollMs : false),
    staleTime: 0,
  })
}

export function cacheRun(client: QueryClient, run: Run): void {
  const cached = client.getQueryData<CallOutput<'runs.get'>>(runKey(run.id))
  const { pulse = null, isBehind = false } = cached ?? {}
  client.setQueryData<CallOutput<'runs.get'>>(runKey(run.id), { run, pulse, isBehind })
  void client.invalidateQueries({ queryKey: listKey })
}

type RunReturningCall = { [N in keyof RunCalls]: RunCalls[N] extends Run ? N : never }[keyof RunCalls]
type RunCalls = { [N in Parameters<typeof call>[0] as N extends `runs.${string}` ? N : never]: CallOutput<N> }

/** Reads a table into a new run. */
export function usePrepareRun() {
  const client = useQueryClient()
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: (input: CallInput<'runs.prepare'>) => unwrapResult(call('runs.prepare', input)),
    onMutate: started,
    onSuccess: (run) => cacheRun(client, run),
    onSettled: started,
  })
}

/** Returns a mutation for a call that answers with the updated run. */
export function useRunMutation<N extends RunReturningCall>(name: N) {
  const client = useQueryClient()
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: (input: CallInput<N>) => unwrapResult(call(name, input)) as Promise<Run>,
    onSuccess: (run) => {
      cacheRun(client, run)
      started()
    },
    // A failure may mean that the run is in another state than the window shows.
    onError: () => client.invalidateQueries({ queryKey: ['runs.get'] }),
  })
}

/** Returns what rows would send with a mapping that is not saved. */
export function usePreviewRun(input: CallInput<'runs.preview'>) {
  return useQuery({
    queryKey: ['runs.preview', input],
    queryFn: () => unwrapResult(call('runs.preview', input)),
    placeholderData: keepPreviousData,
    gcTime: 5_000,
  })
}

/** Settles the uncertain rows by repeating their requests. */
export function useSettleRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrapResult(call('runs.settle', { id })),
    onSuccess: ({ run }) => {
      cacheRun(client, run)
      for (const queryKey of [rowsKey, libraryKey, suggestionsKey])
        void client.invalidateQueries({ queryKey })
    },
  })
}

/** Removes a run from the list, and restores it. */
export function useRemoveRun() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: listKey })
  const remove = useMutation({
    mutationFn: (id: string) => unwrapResult(call('runs.remove', { id })),
    onSettled: refresh,
  })
  const putBack = useMutation({
    mutationFn: (id: string) => unwrapResult(call('runs.unremove', { id })),
    onSettled: refresh,
  })
  return { remove, putBack }
}

/** Writes a run's file or an empty template, downloaded as soon as it is ready. */
export function useRunFile() {
  const started = useRefreshJobs()
  const onSuccess = ({ job }: { job: string }) => {
    saveWhenReady(job)
    started()
  }
  const results = useMutation({
    mutationFn: (input: CallInput<'runs.export'>) => unwrapResult(call('runs.export', input)),
    onSuccess,
  })
  const template = useMutation({
    mutationFn: (input: CallInput<'runs.template'>) => unwrapResult(call('runs.template', input)),
    onSuccess,
  })
  return { results, template }
}

/** Resolves with the sheet names of a workbook. */
export async function readSheets(file: string): Promise<readonly string[]> {
  return (await unwrapResult(call('runs.sheets', { file }))).sheets
}

export const rowsKey = ['runs.rows'] as const

/** Rows per page. */
export const rowsPageSize = 100

export type RowFilter = NonNullable<CallInput<'runs.rows'>['show']>
export type RowsPage = CallOutput<'runs.rows'>

/** Query for one page of rows after a row. Unobserved pages are dropped from the cache soon. */
export function rowsQuery(id: string, show: RowFilter, after: number) {
  return queryOptions({
    queryKey: [...rowsKey, id, show, after],
    queryFn: () => readRows(id, show, after),
    staleTime: 30_000,
    gcTime: 10_000,
    meta: monitorsCalls,
  })
}

/** Returns the first row with errors after a row number, and its place among all rows; `null` if there is none. */
export async function findErrorRow(
  id: string,
  after: number,
): Promise<{ row: RowsPage['rows'][number]; index: number } | null> {
  const { rows, index = 0 } = await unwrapResult(
    call('runs.rows', { id, show: 'faulty', after, limit: 1, locate: true }),
  )
  return rows[0] ? { row: rows[0], index } : null
}

/**
 * Reads a whole page, in several calls if its rows are large. A partial page would shift the row positions in the
 * table.
 */
async function readRows(id: string, show: RowFilter, after: number, limit = rowsPageSize): Promise<RowsPage> {
  const read: RowsPage = { rows: [], next: after }
  while (read.rows.length < limit && read.next !== null) {
    const page = await unwrapResult(
      call('runs.rows', { id, show, after: read.next, limit: limit - read.rows.length }),
    )
    read.rows.push(...page.rows)
    read.next = page.next
  }
  return read
}

/** Reads all rows of a run in batches, without the cache. */
export async function readAllRunRows(id: string): Promise<RowsPage['rows']> {
  const rows: RowsPage['rows'] = []
  for (let after: number | null = 0; after !== null;) {
    const page: RowsPage = await readRows(id, 'all', after, 500)
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}
