import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { appStateKey } from './app.ts'
import { unwrapResult } from './problemError.ts'

const embeddedKey = ['embedded.state'] as const

/** How the service on this computer stands; the answer waits for its start. */
export function useEmbedded() {
  return useQuery({ queryKey: embeddedKey, queryFn: () => unwrapResult(call('embedded.state', {})) })
}

/** Starts it again, on the port that its links point to or on any free one. */
export function useStartEmbedded() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (port: 'same' | 'free') => unwrapResult(call('embedded.start', { port })),
    onSuccess: (state) => {
      client.setQueryData(embeddedKey, state)
      // Its profile has another address then.
      return client.invalidateQueries({ queryKey: appStateKey })
    },
  })
}
