import { Box, Stack, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { formatTime } from '../../ui/formatTime.ts'
import { useCall } from '../../api/useCall.ts'
import { checkSentence } from './checkSentence.ts'
import styles from './record.module.css'

/** Number of checks shown at first. */
const initialCount = 3

/** Shows the results of a link's checks in plain words, newest first. Renders nothing before the first check. */
export function CheckHistory({ id }: { id: string }) {
  const checks = useCall('checks.history', { id }).data ?? []
  const [isExpanded, setIsExpanded] = useState(false)
  if (checks.length === 0) return null
  return (
    <section aria-labelledby="group-checks">
      <Box component="h3" id="group-checks" mb={6}>
        Checks
      </Box>
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

interface ShowEarlierProps {
  /** Number of entries that are initially hidden. */
  count: number
  isShown: boolean
  toggle: () => void
}

/** Shows or hides the earlier entries of a history. Renders nothing if there are none. */
function ShowEarlier({ count, isShown, toggle }: ShowEarlierProps) {
  if (count <= 0) return null
  return (
    <UnstyledButton mt={6} c="var(--accent-text)" fz="sm" aria-expanded={isShown} onClick={toggle}>
      {isShown ? 'Show fewer' : `Show ${count} earlier`}
    </UnstyledButton>
  )
}
