import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { CallInput, CallName, CallOutput } from '../../contract/calls.ts'
import { isUnderWay as isStateUnderWay } from '../../contract/runs/stateMachine.ts'
import type { Run } from '../../contract/runs/run.ts'
import { call } from './call.ts'
import { saveWhenReady } from './exports.ts'
import type { MutationName } from './invalidation.ts'
import { awaitRunJob } from './jobs.ts'
import { monitorsCalls } from './slowCalls.ts'
import { unwrapResult } from './problemError.ts'
import type { ProblemError } from './problemError.ts'
import {
  callKey,
  invalidateCalls,
  invalidateChangesOf,
  markJobStart,
  useCall,
  useCallMutation,
} from './useCall.ts'

const listKey = ['runs.list'] as const
const runKey = (id: string) => callKey('runs.get', { id })

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
  return useCall(
    'runs.get',
    { id: id ?? '' },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.run) ? pollMs : false),
      staleTime: 0,
    },
  )
}

export function cacheRun(client: QueryClient, run: Run): void {
  const cached = client.getQueryData<CallOutput<'runs.get'>>(runKey(run.id))
  const { pulse = null, isBehind = false } = cached ?? {}
  client.setQueryData<CallOutput<'runs.get'>>(runKey(run.id), { run, pulse, isBehind })
  void client.invalidateQueries({ queryKey: listKey })
  if (isUnderWay(run)) awaitRunJob(client)
}

/** Calls that answer with the updated run, alone or beside other things. */
type RunCall = {
  [N in CallName as N extends `runs.${string}` ? N : never]: CallOutput<N> extends Run | { run: Run }
    ? N
    : never
} extends infer T
  ? T[keyof T] & MutationName
  : never

/** Returns a mutation for a call that answers with the updated run, which is then shown. */
export function useRunMutation<N extends RunCall>(name: N) {
  const client = useQueryClient()
  return useMutation<CallOutput<N>, ProblemError, CallInput<N>>({
    mutationFn: (input) => unwrapResult(call(name, input)),
    onMutate: () => markJobStart(client, name),
    onSuccess: (answer: Run | { run: Run }) => cacheRun(client, 'run' in answer ? answer.run : answer),
    // A failure may mean that the run is in another state than the window shows.
    onError: () => invalidateCalls(client, ['runs.get']),
    onSettled: () => invalidateChangesOf(client, name),
  })
}

/** Writes a run's file or an empty template, downloaded as soon as it is ready. */
export function useRunFile() {
  const onSuccess = ({ job }: { job: string }) => saveWhenReady(job)
  return {
    results: useCallMutation('runs.export', { onSuccess }),
    template: useCallMutation('runs.template', { onSuccess }),
  }
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

/** Reads at most the first `max` rows of a run in batches, without the cache. */
export async function readRunRows(id: string, show: RowFilter, max = Infinity): Promise<RowsPage['rows']> {
  const rows: RowsPage['rows'] = []
  for (let after: number | null = 0; after !== null && rows.length < max;) {
    const page: RowsPage = await readRows(id, show, after, Math.min(500, max - rows.length))
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}
