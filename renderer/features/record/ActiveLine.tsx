import { Text } from '@mantine/core'
import type { RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { describeActive } from '../../link/activeState.ts'

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
