import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { defaultLayout } from '../../contract/library/layout.ts'
import type { ListLayout } from '../../contract/library/layout.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'
import { callQuery } from './useCall.ts'

export const layoutQuery = queryOptions({ ...callQuery('views.layout', {}), staleTime: Infinity })

/** Returns the last columns and density of the list. */
export function useListLayout(): ListLayout {
  return useQuery(layoutQuery).data ?? defaultLayout
}

/** Sets columns and density. Shown immediately, even if saving fails. */
export function useSetListLayout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (layout: ListLayout) => unwrapResult(call('views.setLayout', layout)),
    onMutate: (layout) => client.setQueryData(layoutQuery.queryKey, layout),
  })
}
