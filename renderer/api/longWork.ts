import { longWork } from '../../contract/app/jobs/longWork.ts'
import { useJobs } from './jobs.ts'
import { monitorsCalls, useIsCallSlow } from './slowCalls.ts'
import { useCall } from './useCall.ts'

/** Poll interval in milliseconds. */
const pollMs = 1_000

interface LongWorkStatus {
  /** Description of the running work; `null` for none. */
  doing: string | null
  /** Whether the window should ask before it closes. */
  asks: boolean
}

/** Returns the work that the user is waiting for. Polls only while a call is slow. */
export function useLongWork(): LongWorkStatus {
  const isLong = useIsCallSlow()
  const jobs = useJobs()
  const waits = isLong || jobs.some(({ state }) => state === 'running')
  const polling = { meta: monitorsCalls, refetchInterval: pollMs, staleTime: 0, gcTime: 0 }
  const { data } = useCall('app.longWork', {}, { ...polling, enabled: waits })
  const kind = waits ? data?.running[0] : undefined
  if (!data || kind === undefined) return { doing: null, asks: false }
  return { doing: longWork[kind].doing, asks: data.windowAsks }
}
