import { Search } from 'lucide-react'
import { useLocation } from 'wouter'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { findPath } from '../../../contract/app/window/windowPath.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'

/** Shows that part of a record is unreadable, with a link to the version stored by the service. */
export function Damaged({ record }: { record: LinkRecord }) {
  const [, go] = useLocation()
  const { damaged, link, path, profileId, environment } = record
  if (!damaged) return null
  const text = link ?? path
  return (
    <ProblemView
      problem={{ code: 'entry_damaged', detail: `Unreadable: ${damaged.join(', ')}` }}
      actions={
        text !== null && (
          <ActionButton
            size="xs"
            icon={Search}
            onClick={() => go(findPath(text, { profileId, environment }))}
          >
            Look it up
          </ActionButton>
        )
      }
    />
  )
}
