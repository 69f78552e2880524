import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QrStyle } from '../../contract/qrStyle.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

const styleKey = (profileId: string) => ['qrStyles.get', profileId] as const

/** Returns the last QR style of a profile. */
export function useQrStyle(id: string) {
  return useQuery({
    queryKey: styleKey(id),
    queryFn: () => unwrapResult(call('qrStyles.get', { id })),
    staleTime: Infinity,
  })
}

/** Saves a profile's QR style. Shown immediately, even if saving fails. */
export function useSaveQrStyle(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (style: QrStyle) => unwrapResult(call('qrStyles.set', { id, style })),
    onMutate: (style) => client.setQueryData(styleKey(id), style),
  })
}
