import { Stack } from '@mantine/core'
import { useState } from 'react'
import { formatTime } from '../../ui/formatTime.ts'
import { useCall } from '../../api/useCall.ts'
import { checkSentence } from './checkSentence.ts'
import { ShowEarlier } from './ShowEarlier.tsx'
import styles from './record.module.css'

/** Number of checks shown at first. */
const initialCount = 3

/** Shows the results of a link's checks in plain words, newest first. Renders nothing before the first check. */
export function CheckHistory({ id }: { id: string }) {
  const checks = useCall('checks.history', { id }).data ?? []
  const [isExpanded, setIsExpanded] = useState(false)
  if (checks.length === 0) return null
  return (
    <section className={styles['group']} aria-labelledby="group-checks">
      <h3 id="group-checks">Checks</h3>
      <Stack className={styles['checks']} component="ol" gap={4} fz="sm">
        {(isExpanded ? checks : checks.slice(0, initialCount)).map((check) => (
          <li key={check.firstAt} data-outcome={check.outcome}>
            <time dateTime={check.lastAt}>{formatTime(check.lastAt)}</time>
            <span>{checkSentence(check)}</span>
          </li>
        ))}
      </Stack>
      <ShowEarlier
        count={checks.length - initialCount}
        isShown={isExpanded}
        toggle={() => setIsExpanded(!isExpanded)}
      />
    </section>
  )
}
