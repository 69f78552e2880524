import { Group, SegmentedControl } from '@mantine/core'
import type { Grouping, Unit } from './comparedRows.ts'

interface ChoicesProps {
  hasChannels: boolean
  grouping: Grouping
  setGrouping: (grouping: Grouping) => void
  unit: Unit
  setUnit: (unit: Unit) => void
}

/** Selects what to compare, and the period. */
export function CompareChoices({ hasChannels, grouping, setGrouping, unit, setUnit }: ChoicesProps) {
  return (
    <Group gap="xs">
      {hasChannels && (
        <SegmentedControl
          aria-label="Compare"
          size="xs"
          data={[
            { value: 'links', label: 'Links' },
            { value: 'channels', label: 'Channels in Google Analytics' },
          ]}
          value={grouping}
          onChange={setGrouping}
        />
      )}
      <SegmentedControl
        aria-label="Time"
        size="xs"
        data={[
          ...(grouping === 'links' ? [{ value: 'hours' as const, label: 'Hours' }] : []),
          { value: 'days', label: '14 days' },
          { value: 'quarter', label: '90 days' },
        ]}
        value={unit}
        onChange={setUnit}
      />
    </Group>
  )
}
