import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NetworkSettings } from '../../contract/calls/network.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

const networkKey = ['network.get'] as const

/** Returns the network settings, added certificate authorities, and the proxy in use. */
export function useNetwork() {
  return useQuery({
    queryKey: networkKey,
    queryFn: () => unwrapResult(call('network.get', {})),
    staleTime: 0,
  })
}

function useNetworkChange<I, O>(change: (input: I) => Promise<O>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: networkKey }),
  })
}

export function useSaveNetwork() {
  return useNetworkChange((settings: NetworkSettings) => unwrapResult(call('network.save', settings)))
}

/** Trusts the authorities in a PEM text in addition to the system's; `null` removes them. */
export function useSetAuthorities() {
  return useNetworkChange((pem: string | null) => unwrapResult(call('network.setAuthorities', { pem })))
}
