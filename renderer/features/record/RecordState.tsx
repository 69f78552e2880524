import { Text } from '@mantine/core'
import { CircleCheck, CircleOff } from 'lucide-react'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import type { RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { describeActive, describeRecord } from '../../link/activeState.ts'
import { IconLine } from '../../ui/IconLine.tsx'
import { isStoredAsRequested } from './Differences.tsx'

const explanation = 'The link was looked up again, and every field is exactly as you requested.'

/**
 * Shows next to a link that it is off, has ended or no longer exists. For other links, shows when they end, and that
 * the service stored what was requested if that is known.
 */
export function RecordState({ record }: { record: LinkRecord }) {
  const state = describeRecord(record)
  if (state?.isActive === false) {
    return (
      <Text span c="var(--bad-text)" fz="sm" fw={550} role="status">
        <IconLine icon={CircleOff}>{state.text}</IconLine>
      </Text>
    )
  }
  return (
    <>
      {isStoredAsRequested(record) && (
        <Text span c="var(--good-text)" fz="sm" title={explanation} role="status">
          <IconLine icon={CircleCheck}>Stored as requested</IconLine>
        </Text>
      )}
      {record.stored && <ActiveLine link={record.stored} />}
    </>
  )
}

/** Shows that a link is switched off, or its end date. Renders nothing for an active link without an end date. */
export function ActiveLine({ link }: { link: RemoteLink }) {
  const words = describeActive(link)
  if (!words || words.text === 'Active') return null
  return (
    <Text fz="sm" {...(words.isActive ? { c: 'dimmed' } : { c: 'var(--bad-text)', fw: 550 })}>
      {words.text}
      {words.isActive && ', then visitors see a page that says it is off'}
    </Text>
  )
}
