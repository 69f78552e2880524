import type { RemoteLink } from '../../../contract/remoteLink.ts'
import { activeWords } from '../../link/activeWords.ts'
import styles from './record.module.css'

/** Says that a link is switched off, or until when it is active. Nothing for a link without an end. */
export function ActiveLine({ link }: { link: RemoteLink }) {
  const words = activeWords(link)
  if (!words || words.text === 'Active') return null
  return (
    <p className={styles['activeLine']} data-off={!words.isActive || undefined}>
      {words.text}
      {words.isActive && ', then visitors see a page that says it is off'}
    </p>
  )
}
