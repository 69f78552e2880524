import { useQueryClient } from '@tanstack/react-query'
import { useAtTime } from '../ui/useAtTime.ts'
import { linkCalls } from './invalidation.ts'
import { invalidateCalls } from './useCall.ts'

/** Refetches links when one of them ends, in milliseconds, because that changes its state without a call. */
export function useRefetchAtEnd(end: number | null): void {
  const client = useQueryClient()
  useAtTime(end, () => void invalidateCalls(client, linkCalls))
}
