import { shorten } from '../../../ui/shorten.ts'
import styles from './list.module.css'

/** Maximum characters of a link, and of its visible end. */
const maxLinkLength = 96
const maxTailLength = 14

/** Keeps an address's end visible in a narrow column, because it distinguishes links of one domain. */
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
