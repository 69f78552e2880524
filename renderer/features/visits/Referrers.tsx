import { referrersOf } from './series.ts'
import type { LinkVisits } from '../../api/visits.ts'
import styles from './visits.module.css'

/** As many hosts are named. */
const shown = 5

interface ReferrersProps {
  visits: NonNullable<LinkVisits>
  /** What the chart above tells apart. */
  unit: 'days' | 'hours'
}

/** The sites from which most people came. Nothing where no visit named one. */
export function Referrers({ visits, unit }: ReferrersProps) {
  const hosts = referrersOf(visits)
  const most = Math.max(...hosts.map(({ visits: count }) => count))
  if (hosts.length === 0) {
    return <p className={styles['quiet']}>No visit has named the site that it came from.</p>
  }
  return (
    <section className={styles['referrers']} aria-label="Where people came from">
      <h3>Where people came from</h3>
      <ol>
        {hosts.slice(0, shown).map(({ host, visits: count }) => (
          <li key={host}>
            <span className={styles['host']}>{host === 'other' ? 'Other sites' : host}</span>
            <span className={styles['share']} style={{ width: `${(count / most) * 100}px` }} />
            <span>{count.toLocaleString()}</span>
          </li>
        ))}
      </ol>
      {unit === 'hours' && (
        <p className={styles['quiet']}>Of the last three days: sites are counted by day.</p>
      )}
    </section>
  )
}
