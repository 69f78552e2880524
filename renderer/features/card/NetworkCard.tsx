import { Link2 } from 'lucide-react'
import { truncateForNetwork } from './networks.ts'
import type { Network } from './networks.ts'
import styles from './card.module.css'

interface NetworkCardProps {
  network: Network
  dark: boolean
  title: string
  subtitle: string
  /** Shown if the title is missing, as in chat apps. */
  host: string
}

/** Shows a link approximately as a network displays it. Links of this service have no picture. */
export function NetworkCard({ network, dark, title, subtitle, host }: NetworkCardProps) {
  const heading = truncateForNetwork(title || host, network.title)
  const text = network.subtitle > 0 ? truncateForNetwork(subtitle, network.subtitle) : ''
  return (
    <div className={styles['stage']} data-dark={dark || undefined} data-network={network.id}>
      <div className={styles['card']}>
        {network.id === 'x' && (
          <span className={styles['thumb']}>
            <Link2 size={18} aria-hidden />
          </span>
        )}
        <div className={styles['text']}>
          <span className={styles['host']}>{host}</span>
          <strong>{heading}</strong>
          {text !== '' && <span className={styles['subtitle']}>{text}</span>}
        </div>
      </div>
    </div>
  )
}
