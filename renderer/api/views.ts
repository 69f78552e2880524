import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { defaultLayout } from '../../contract/library/layout.ts'
import type { ListLayout } from '../../contract/library/layout.ts'
import type { CallInput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

const viewsKey = ['views.list'] as const

/** Returns the saved views. */
export function useSavedViews() {
  return useQuery({
    queryKey: viewsKey,
    queryFn: () => unwrapResult(call('views.list', {})),
    staleTime: Infinity,
  })
}

function useViewChange<I>(change: (input: I) => Promise<null>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: viewsKey }),
  })
}

export function useSaveView() {
  return useViewChange((input: CallInput<'views.save'>) => unwrapResult(call('views.save', input)))
}

export function useRemoveView() {
  return useViewChange((id: string) => unwrapResult(call('views.remove', { id })))
}

export const layoutQuery = queryOptions({
  queryKey: ['views.layout'],
  queryFn: () => unwrapResult(call('views.layout', {})),
  staleTime: Infinity,
})

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
