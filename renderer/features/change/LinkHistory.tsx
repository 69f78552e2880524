import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Check } from '../../../contract/app/link/check.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { useCall } from '../../api/useCall.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { formatTimeExact } from '../../ui/formatTime.ts'
import { checkSentence } from '../record/checkSentence.ts'
import { useLocalHistory } from './useLocalHistory.ts'
import { useServiceHistory, type HistoryItem } from './useServiceHistory.ts'
import { QuietText } from '../../ui/variants.ts'

/** Number of entries shown at first. */
const initialCount = 3

interface LinkHistoryProps {
  record: LinkRecord
  profile: SavedProfile | undefined
  level: 2 | 3
}

/**
 * Lists the changes of a link, on its service and in the library, and the results of checks, newest first. Each change has a
 * button to restore its version. Renders nothing before the first entry.
 */
export function LinkHistory({ record, profile, level }: LinkHistoryProps) {
  const service = useServiceHistory(record, profile)
  const local = useLocalHistory(record.id)
  const checks = useCall('checks.history', { id: record.id }).data ?? []
  const own = [...local, ...checks.map(toItem)]
  const [isExpanded, setExpanded] = useState(false)
  const { loadMore, problem, oldestLoaded } = service
  // Older entries of the library would appear before those of the service that aren't loaded yet.
  const inOrder = oldestLoaded === null ? own : own.filter(({ at }) => at !== null && at >= oldestLoaded)
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
    <Stack component="section" gap={10} miw={0} aria-labelledby="link-history">
      <Heading id="link-history">History</Heading>
      <Stack component="ol" gap="xs">
        {(isExpanded ? items : items.slice(0, initialCount)).map(({ key, ...item }) => (
          <Item key={key} {...item} />
        ))}
      </Stack>
      {failure}
      {service.question}
      {(items.length > initialCount || loadMore) && (
        <Anchor
          component="button"
          type="button"
          fz="sm"
          style={{ alignSelf: 'flex-start' }}
          aria-expanded={isExpanded}
          onClick={() => (isExpanded && loadMore ? void loadMore() : setExpanded(!isExpanded))}
        >
          {!isExpanded ? 'Show earlier entries' : loadMore ? 'Load earlier entries' : 'Show fewer'}
        </Anchor>
      )}
    </Stack>
  )
}

function toItem(check: Check): HistoryItem {
  return { key: `check ${check.firstAt}`, at: check.lastAt, lines: [checkSentence(check)] }
}

function Item({ at, lines, restore }: Omit<HistoryItem, 'key'>) {
  return (
    <Group component="li" gap="sm" align="baseline" justify="space-between" wrap="nowrap" fz="sm">
      <Stack component="span" gap={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {at !== null && (
          <QuietText component="time" fz="xs" dateTime={at}>
            {formatTimeExact(at)}
          </QuietText>
        )}
        {lines.map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </Stack>
      {restore === null && (
        <Text span inherit flex="none">
          Now
        </Text>
      )}
      {restore && (
        <Button
          size="compact-xs"
          variant="default"
          flex="none"
          aria-label={restore.label}
          onClick={restore.run}
        >
          Restore
        </Button>
      )}
    </Group>
  )
}

function compareNewestFirst({ at: a }: HistoryItem, { at: b }: HistoryItem): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return Date.parse(b) - Date.parse(a)
}
