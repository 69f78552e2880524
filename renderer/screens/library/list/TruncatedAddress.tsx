import { shorten } from '../../../ui/shorten.ts'
import styles from './list.module.css'

/** What a row has room for at the most, in characters. */
const maxLinkLength = 96
const maxTailLength = 14

/** An address whose end is seen however narrow the column is: it tells those of one domain apart. */
export function TruncatedAddress({ text }: { text: string }) {
  const short = shorten(text, maxLinkLength)
  const cut = Math.max(short.lastIndexOf('/') + 1, short.length - maxTailLength)
  return (
    <span className={styles['ends']} title={text}>
      <span>{short.slice(0, cut)}</span>
      <span>{short.slice(cut)}</span>
    </span>
  )
}
