import type { RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { describeActive } from '../../link/activeState.ts'
import styles from './record.module.css'

/** Shows that a link is switched off, or its end date. Renders nothing for an active link without an end date. */
export function ActiveLine({ link }: { link: RemoteLink }) {
  const words = describeActive(link)
  if (!words || words.text === 'Active') return null
  return (
    <p className={styles['activeLine']} data-off={!words.isActive || undefined}>
      {words.text}
      {words.isActive && ', then visitors see a page that says it is off'}
    </p>
  )
}
