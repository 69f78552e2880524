import { Text } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { isStoredAsRequested } from './Differences.tsx'
import { IconLine } from '../../ui/IconLine.tsx'

const explanation = 'The link was looked up again, and every field is exactly as you requested.'

/**
 * Shows next to a link that the service stored what was requested. Renders nothing if it didn't, or if that is unknown.
 */
export function StoredTick({ record }: { record: LinkRecord }) {
  if (!isStoredAsRequested(record)) return null
  return (
    <Text span c="var(--good-text)" fz="sm" title={explanation} role="status">
      <IconLine icon={CircleCheck}>Stored as requested</IconLine>
    </Text>
  )
}
