import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NetworkSettings } from '../../contract/calls/network.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

const networkKey = ['network.get'] as const

/** How services are reached: settings, authorities that were added, and the proxy that is in force now. */
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

/** Trusts the authorities of a PEM text beside the system's; `null` takes them out again. */
export function useSetAuthorities() {
  return useNetworkChange((pem: string | null) => unwrapResult(call('network.setAuthorities', { pem })))
}
