import { useQueryClient } from '@tanstack/react-query'
import { callKey, useCallMutation } from './useCall.ts'

/** Saves a profile's QR style. Shown immediately, even if saving fails. */
export function useSaveQrStyle() {
  const client = useQueryClient()
  return useCallMutation('qrStyles.set', {
    onMutate: ({ id, style }) => void client.setQueryData(callKey('qrStyles.get', { id }), style),
  })
}
