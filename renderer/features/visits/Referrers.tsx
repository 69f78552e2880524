import { Box, Text } from '@mantine/core'
import { topReferrers } from './series.ts'
import type { LinkVisits } from '../../api/visits.ts'
import { QuietText } from '../../ui/variants.ts'
import styles from './visits.module.css'

interface ReferrersProps {
  visits: NonNullable<LinkVisits>
  /** The period of the chart above. */
  unit: 'days' | 'hours'
}

/** Shows the top referring sites, and the rest, so that the numbers add up. */
export function Referrers({ visits, unit }: ReferrersProps) {
  const rows = topReferrers(visits)
  if (rows.length === 0) {
    return <QuietText>None of the visits named a referring site.</QuietText>
  }
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
        <QuietText>Sites are counted per day, so these are from the last three days.</QuietText>
      )}
    </section>
  )
}
