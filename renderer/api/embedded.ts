import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { appStateKey } from './app.ts'
import { unwrapResult } from './problemError.ts'

const embeddedKey = ['embedded.state'] as const

/** Returns the state of the local service. Resolves once the service has started or failed to. */
export function useEmbedded() {
  return useQuery({ queryKey: embeddedKey, queryFn: () => unwrapResult(call('embedded.state', {})) })
}

/** Starts the local service, on the port in its existing links or on any free port. */
export function useStartEmbedded() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (port: 'same' | 'free') => unwrapResult(call('embedded.start', { port })),
    onSuccess: (state) => {
      client.setQueryData(embeddedKey, state)
      // The service's profile then has another address.
      return client.invalidateQueries({ queryKey: appStateKey })
    },
  })
}
