import { Link } from 'wouter'
import styles from './create.module.css'

/** What else rows can come from, and where one begins with it. */
export function OtherSources() {
  return (
    <section className={styles['others']} aria-labelledby="bulk-others">
      <h2 id="bulk-others">More ways to begin</h2>
      <ul>
        <li>
          <strong>From links you already have.</strong> Select them in <Link href="/links">Links</Link>, then
          choose <em>Make more like these</em>.
        </li>
        <li>
          <strong>From another service.</strong> Choose a file exported from Dub, Kutt, Bitly or Shlink.
          Linkwright knows its columns.
        </li>
      </ul>
    </section>
  )
}
