import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { useLocalHistory } from './useLocalHistory.ts'
import { useServiceHistory } from './useServiceHistory.ts'
import styles from './change.module.css'
import type { HistoryItem } from './historyItem.ts'

/** Number of changes shown at first. */
const initialCount = 3

interface LinkHistoryProps {
  record: LinkRecord
  profile: SavedProfile | undefined
  level: 2 | 3
}

/**
 * Lists the changes of a link, on its service and in the library, newest first. Each has a button to restore its
 * version. Renders nothing before the first change.
 */
export function LinkHistory({ record, profile, level }: LinkHistoryProps) {
  const service = useServiceHistory(record, profile)
  const local = useLocalHistory(record.id)
  const [isExpanded, setExpanded] = useState(false)
  const { loadMore, problem, oldestLoaded } = service
  // Older changes in the library would appear before those of the service that aren't loaded yet.
  const inOrder = oldestLoaded === null ? local : local.filter(({ at }) => at !== null && at >= oldestLoaded)
  const items = [...service.items, ...inOrder].toSorted(compareNewestFirst)
  const failure = problem && (
    <ProblemView
      problem={problem}
      outcome="The change history couldn’t be loaded."
      retry={() => void service.retry()}
    />
  )
  if (items.length === 0) return failure
  const Heading = `h${level}` as const
  return (
    <section className={styles['history']} aria-labelledby="link-history">
      <Heading id="link-history">Change history</Heading>
      <ol>
        {(isExpanded ? items : items.slice(0, initialCount)).map(({ key, ...item }) => (
          <Item key={key} {...item} />
        ))}
      </ol>
      {failure}
      {service.question}
      {(items.length > initialCount || loadMore) && (
        <UnstyledButton
          className={styles['more'] ?? ''}
          aria-expanded={isExpanded}
          onClick={() => (isExpanded && loadMore ? void loadMore() : setExpanded(!isExpanded))}
        >
          {!isExpanded ? 'Show earlier changes' : loadMore ? 'Load earlier changes' : 'Show fewer'}
        </UnstyledButton>
      )}
    </section>
  )
}

function Item({ at, lines, restore }: Omit<HistoryItem, 'key'>) {
  return (
    <li>
      <span>
        {at !== null && <time dateTime={at}>{formatTime(at)}</time>}
        {lines.map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </span>
      {restore === null ? (
        <span>Now</span>
      ) : (
        <Button size="compact-xs" variant="default" aria-label={restore.label} onClick={restore.run}>
          Restore
        </Button>
      )}
    </li>
  )
}

function compareNewestFirst({ at: a }: HistoryItem, { at: b }: HistoryItem): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return Date.parse(b) - Date.parse(a)
}
