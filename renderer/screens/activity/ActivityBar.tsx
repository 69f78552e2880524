import { ActionIcon, Checkbox, Select, Tooltip } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { operation } from '../../../contract/app/calls/app/activity.ts'
import type { ActivityFilter } from '../../api/activity.ts'
import { useSession } from '../../session/Session.tsx'
import { operationNames } from './operations.ts'
import styles from './activity.module.css'

interface ActivityBarProps {
  filter: ActivityFilter
  setFilter: (filter: ActivityFilter) => void
  refreshing: boolean
  refresh: () => void
}

const operations = operation.options.map((value) => ({ value, label: operationNames[value] }))

/** Filters the requests, and refreshes the list. */
export function ActivityBar({ filter, setFilter, refreshing, refresh }: ActivityBarProps) {
  const { state } = useSession()
  const profiles = state.profiles.map(({ id, name }) => ({ value: id, label: name }))
  const choose = (changes: { [K in keyof ActivityFilter]?: ActivityFilter[K] | null }) => {
    const next = Object.entries({ ...filter, ...changes }).filter(([, value]) => value)
    setFilter(Object.fromEntries(next))
  }
  return (
    <div className={styles['bar']} role="group" aria-label="Requests to show">
      <Select
        aria-label="Operation"
        placeholder="All operations"
        size="xs"
        clearable
        data={operations}
        value={filter.operation ?? null}
        onChange={(value) => choose({ operation: value })}
      />
      <Select
        aria-label="Profile"
        placeholder="All profiles"
        size="xs"
        clearable
        data={profiles}
        value={filter.profileId ?? null}
        onChange={(profileId) => choose({ profileId })}
      />
      <Checkbox
        label="Failed only"
        checked={filter.failed ?? false}
        onChange={(event) => choose({ failed: event.currentTarget.checked })}
      />
      <Tooltip label="Refresh">
        <ActionIcon
          className={styles['refresh'] ?? ''}
          ml="auto"
          aria-label="Refresh"
          aria-busy={refreshing}
          onClick={refresh}
        >
          <RefreshCw size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
