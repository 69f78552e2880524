import type { CallInput } from '../../../contract/app/calls/calls.ts'
import { useCall } from '../../api/useCall.ts'
import { formatTime } from '../../ui/formatTime.ts'

/**
 * Shows how often and when a link was last changed on its service. Renders nothing if it never was, or if that is
 * unknown.
 */
export function ChangedTimes({ link }: { link: Omit<CallInput<'changes.history'>, 'before'> }) {
  const { data } = useCall('changes.history', link, { staleTime: 0 })
  const [last] = data?.history ?? []
  if (!data || !last) return null
  const count = data.history.length
  const times = data.next !== null ? `more than ${count} times` : count === 1 ? 'once' : `${count} times`
  return (
    <p>
      Changed {times}, last on {formatTime(last.at)}.
    </p>
  )
}
