import { otherReferrers } from '../../../contract/service/link/visits.ts'
import { directVisits, topReferrers } from './series.ts'
import type { LinkVisits } from '../../api/visits.ts'
import styles from './visits.module.css'

/** Number of hosts listed by name. */
const maxReferrers = 5

interface ReferrersProps {
  visits: NonNullable<LinkVisits>
  /** The period of the chart above. */
  unit: 'days' | 'hours'
}

/** Shows the top referring sites, and the rest, so that the numbers add up. */
export function Referrers({ visits, unit }: ReferrersProps) {
  const sources = topReferrers(visits)
  if (sources.every(({ host }) => host === directVisits)) {
    return <p className={styles['quiet']}>None of the visits named a referring site.</p>
  }
  const rows = toRows(sources)
  const maxVisits = Math.max(...rows.map(({ visits: count }) => count))
  return (
    <section className={styles['referrers']} aria-label="Where people came from">
      <h3>Where people came from</h3>
      <ol>
        {rows.map(({ name, visits: count }) => (
          <li key={name}>
            <span className={styles['host']}>{name}</span>
            <span className={styles['share']} style={{ width: `${(count / maxVisits) * 100}px` }} />
            <span>{count.toLocaleString()}</span>
          </li>
        ))}
      </ol>
      {unit === 'hours' && (
        <p className={styles['quiet']}>Sites are counted per day, so these are from the last three days.</p>
      )}
    </section>
  )
}

/** Returns the top hosts, all others together, and direct visits. */
function toRows(sources: ReturnType<typeof topReferrers>): { name: string; visits: number }[] {
  const direct = sources.filter(({ host }) => host === directVisits)
  const hosts = sources.filter(({ host }) => host !== directVisits && host !== otherReferrers)
  const others = [...hosts.slice(maxReferrers), ...sources.filter(({ host }) => host === otherReferrers)]
  const sum = others.reduce((total, { visits }) => total + visits, 0)
  return [
    ...hosts.slice(0, maxReferrers).map(({ host, visits }) => ({ name: host, visits })),
    ...(sum > 0 ? [{ name: 'Other sites', visits: sum }] : []),
    ...direct.map(({ visits }) => ({ name: 'Direct or unknown', visits })),
  ]
}
