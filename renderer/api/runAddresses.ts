import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Run } from '../../contract/runs/run.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'
import { rowsKey, cacheRun } from './runs.ts'

/** Returns how many addresses of a run can be corrected; `undefined` until known. Refetched when the rows change. */
export function useMendable({ id, state, checked, counts, remarked }: Run) {
  const { data } = useQuery({
    queryKey: [...rowsKey, 'mendable', id, counts, remarked],
    queryFn: () => unwrapResult(call('runs.mendable', { id })),
    enabled: state === 'preparing' && checked,
  })
  return data
}

/** Corrects the addresses in all rows. */
export function useMendAddresses() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrapResult(call('runs.mend', { id })),
    onSuccess: ({ run }) => {
      cacheRun(client, run)
      void client.invalidateQueries({ queryKey: rowsKey })
    },
  })
}
