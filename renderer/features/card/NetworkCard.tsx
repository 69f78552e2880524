import { Link2 } from 'lucide-react'
import type { FetchedImage } from '../../../contract/app/calls/app/images.ts'
import { adviseImage, type ImageLayout } from './imageAdvice.ts'
import { networks, truncateForNetwork, type Network } from './networks.ts'
import styles from './card.module.css'

interface NetworkCardProps {
  /** The first one if omitted. */
  network?: Network
  /** That of the window if omitted. */
  scheme?: 'light' | 'dark'
  title: string
  subtitle: string
  /** The fetched image, if there is one yet. */
  image?: FetchedImage | null
  /** Shown if the title is missing, as in chat apps. */
  host: string
}

/** Shows a link approximately as a network displays it. */
export function NetworkCard(props: NetworkCardProps) {
  const { network = networks[0], scheme, title, subtitle, image = null, host } = props
  const heading = truncateForNetwork(title || host, network.title)
  const text = network.subtitle > 0 ? truncateForNetwork(subtitle, network.subtitle) : ''
  const drawn = image && drawImage(network, image)
  return (
    <div
      className={styles['stage']}
      style={{ colorScheme: scheme }}
      data-network={network.id}
      data-image={drawn?.layout}
    >
      <div className={styles['card']}>
        {drawn && <img className={styles['image']} src={drawn.source} alt="Preview image" />}
        {!drawn && network.id === 'x' && (
          <span className={styles['thumb']}>
            <Link2 size={18} />
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

/** Returns how a network shows a fetched image; `null` if it doesn't, or if it can't be drawn. */
function drawImage(network: Network, image: FetchedImage): { source: string; layout: ImageLayout } | null {
  if (!image.ok || image.dataUrl === null) return null
  const layout = adviseImage(network.id, image)?.layout ?? 'large'
  return layout === 'none' ? null : { source: image.dataUrl, layout }
}
