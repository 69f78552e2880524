import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MendTarget } from '../../contract/calls/runs.ts'
import type { Run } from '../../contract/runs/run.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'
import { rowsKey, cacheRun } from './runs.ts'

/** Returns how many cells of a run can be corrected; `undefined` until known. Refetched when the rows change. */
export function useMendable({ id, state, checked, counts, remarked }: Run, what: MendTarget) {
  const { data } = useQuery({
    queryKey: [...rowsKey, 'mendable', what, id, counts, remarked],
    queryFn: () => unwrapResult(call('runs.mendable', { id, what })),
    enabled: state === 'preparing' && checked,
  })
  return data
}

/** Corrects the addresses or the mediums in all rows. */
export function useMendCells(what: MendTarget) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrapResult(call('runs.mend', { id, what })),
    onSuccess: ({ run }) => {
      cacheRun(client, run)
      void client.invalidateQueries({ queryKey: rowsKey })
    },
  })
}
