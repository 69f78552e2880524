import { useChannels } from './useChannels.ts'
import styles from './channels.module.css'

/** The channel in which Google Analytics counts visits that arrive at an address; nothing if the address has no tracking. */
export function ReportChannel({ address }: { address: string }) {
  const channel = useChannels()?.channelAt(address)
  return channel ? <span className={styles['channel']}>In Google Analytics: {channel}</span> : null
}
