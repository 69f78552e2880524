import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { CallInput, CallOutput } from '../../contract/calls.ts'
import { isUnderWay as isStateUnderWay } from '../../contract/runs/stateMachine.ts'
import type { Run } from '../../contract/runs/run.ts'
import { call } from './call.ts'
import { collectionKey } from './collection.ts'
import { saveWhenReady } from './exports.ts'
import { monitorsCalls } from './slowCalls.ts'
import { useRefreshJobs } from './jobs.ts'
import { unwrapResult } from './problemError.ts'
import { suggestionsKey } from './suggestions.ts'

const listKey = ['runs.list'] as const
const runKey = (id: string) => ['runs.get', id] as const

/** In milliseconds, while something is on its way. */
const pollMs = 500
const listPollMs = 1_500

/** Whether links of a run are being made, or will be without anybody's doing. */
export function isUnderWay({ state }: Pick<Run, 'state'>): boolean {
  return isStateUnderWay(state)
}

/** The runs, newest first; with a search those whose names have it. */
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

/** One run, and how it does at this moment. It is asked for often while its links are made. */
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

/** Does something to a run that answers the run as it then is. */
export function useRunMutation<N extends RunReturningCall>(name: N) {
  const client = useQueryClient()
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: (input: CallInput<N>) => unwrapResult(call(name, input)) as Promise<Run>,
    onSuccess: (run) => {
      cacheRun(client, run)
      started()
    },
    // What has failed may have found the run otherwise than the window had it.
    onError: () => client.invalidateQueries({ queryKey: ['runs.get'] }),
  })
}

/** What rows would send by a mapping that is not kept. */
export function usePreviewRun(input: CallInput<'runs.preview'>) {
  return useQuery({
    queryKey: ['runs.preview', input],
    queryFn: () => unwrapResult(call('runs.preview', input)),
    placeholderData: keepPreviousData,
    gcTime: 5_000,
  })
}

/** Asks once more for what is unknown. */
export function useSettleRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrapResult(call('runs.settle', { id })),
    onSuccess: ({ run }) => {
      cacheRun(client, run)
      for (const queryKey of [rowsKey, collectionKey, suggestionsKey])
        void client.invalidateQueries({ queryKey })
    },
  })
}

/** Takes a run out of the list, and puts it back. */
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

/** Writes a file of a run, or an empty table, which is saved as soon as it is there. */
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

/** The sheets of a workbook. */
export async function readSheets(file: string): Promise<readonly string[]> {
  return (await unwrapResult(call('runs.sheets', { file }))).sheets
}

export const rowsKey = ['runs.rows'] as const

/** So many rows are asked for at once. */
export const rowsPageSize = 100

export type RowFilter = NonNullable<CallInput<'runs.rows'>['show']>
export type RowsPage = CallOutput<'runs.rows'>

/** The rows behind one, as many as a page has. Pages that nobody looks at are soon forgotten. */
export function rowsQuery(id: string, show: RowFilter, after: number) {
  return queryOptions({
    queryKey: [...rowsKey, id, show, after],
    queryFn: () => readRows(id, show, after),
    staleTime: 30_000,
    gcTime: 10_000,
    meta: monitorsCalls,
  })
}

/** Huge rows come a few at a time; a page is whole all the same, or its place in the table would not be known. */
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

/** Every row of a run, read portion by portion outside of the cache. */
export async function readAllRunRows(id: string): Promise<RowsPage['rows']> {
  const rows: RowsPage['rows'] = []
  for (let after: number | null = 0; after !== null;) {
    const page: RowsPage = await readRows(id, 'all', after, 500)
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}

/** Writes cells anew. Rows that are shown stay where they are, mended or not. */
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

/** How many cells of a column have a text; `undefined` while nobody knows. */
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

/** Writes every cell of a column that has a text anew. */
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

/** Reads the rows that are shown anew. */
export function useRefreshRows(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: rowsKey })
}
