import { ActionIcon, Checkbox, Group, Select, Tooltip } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { operation } from '../../../contract/app/calls/app/activity.ts'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import { useSession } from '../../session/Session.tsx'
import { operationNames } from './request.ts'

export type ActivityFilter = Pick<CallInput<'activity.list'>, 'operation' | 'profileId' | 'failed'>

interface ActivityFiltersProps {
  filter: ActivityFilter
  setFilter: (filter: ActivityFilter) => void
  refreshing: boolean
  refresh: () => void
}

/** Filters the requests, and refreshes the list. */
export function ActivityFilters({ filter, setFilter, refreshing, refresh }: ActivityFiltersProps) {
  const { profiles } = useSession().state
  const choose = (changes: { [K in keyof ActivityFilter]?: ActivityFilter[K] | null }) => {
    const chosen = Object.entries({ ...filter, ...changes }).filter(([, value]) => value)
    setFilter(Object.fromEntries(chosen))
  }
  const select = { size: 'xs', w: 170, clearable: true } as const
  return (
    <Group gap="10px 14px" px={10} pt={4} pb={10} role="group" aria-label="Requests to show">
      <Select
        {...select}
        aria-label="Operation"
        placeholder="All operations"
        data={operation.options.map((value) => ({ value, label: operationNames[value] }))}
        value={filter.operation ?? null}
        onChange={(value) => choose({ operation: value })}
      />
      <Select
        {...select}
        aria-label="Profile"
        placeholder="All profiles"
        data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.profileId ?? null}
        onChange={(profileId) => choose({ profileId })}
      />
      <Checkbox
        label="Failed only"
        checked={filter.failed ?? false}
        onChange={(event) => choose({ failed: event.currentTarget.checked })}
      />
      <Tooltip label="Refresh">
        <ActionIcon ml="auto" aria-label="Refresh" aria-busy={refreshing} onClick={refresh}>
          <RefreshCw size={15} aria-hidden opacity={refreshing ? 0.5 : 1} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
