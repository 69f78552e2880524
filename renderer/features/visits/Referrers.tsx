import { Box, Text } from '@mantine/core'
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
    return (
      <Text c="dimmed" fz="sm">
        None of the visits named a referring site.
      </Text>
    )
  }
  const rows = toRows(sources)
  const maxVisits = Math.max(...rows.map(({ visits: count }) => count))
  return (
    <section className={styles['referrers']} aria-label="Where people came from">
      <Box component="h3" mb={4} fz="sm">
        Where people came from
      </Box>
      <ol>
        {rows.map(({ name, visits: count }) => (
          <li key={name}>
            <Text inherit maw={260} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Box w={(count / maxVisits) * 100} h={8} bg="var(--part-0)" bdrs={2} />
            <span>{count.toLocaleString()}</span>
          </li>
        ))}
      </ol>
      {unit === 'hours' && (
        <Text c="dimmed" fz="sm">
          Sites are counted per day, so these are from the last three days.
        </Text>
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
