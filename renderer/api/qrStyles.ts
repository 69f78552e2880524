import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QrStyle } from '../../contract/qrStyle.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

const styleKey = (profileId: string) => ['profiles.qrStyle', profileId] as const

/** How the QR codes of a profile looked last. */
export function useQrStyle(id: string) {
  return useQuery({
    queryKey: styleKey(id),
    queryFn: () => unwrapResult(call('profiles.qrStyle', { id })),
    staleTime: Infinity,
  })
}

/** Remembers how they look. Shown at once, whether or not it can be kept. */
export function useSaveQrStyle(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (style: QrStyle) => unwrapResult(call('profiles.setQrStyle', { id, style })),
    onMutate: (style) => client.setQueryData(styleKey(id), style),
  })
}
