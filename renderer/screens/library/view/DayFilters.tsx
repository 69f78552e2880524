import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { dayMs, toUtcDay } from '../../../../contract/app/text/utcDay.ts'
import { FilterButton, type FilterProps } from './FilterButton.tsx'
import { withOne } from './filters.ts'
import styles from './view.module.css'

const ranges = {
  added: { label: 'Added', first: 'from', last: 'to', note: '' },
  created: {
    label: 'Created',
    first: 'createdFrom',
    last: 'createdTo',
    note: 'Includes only links whose service reports when they were created. ',
  },
} as const

/** Filters by the days on which links were added, or created if known. */
export function DayFilter({ view, choose, range }: FilterProps & { range: keyof typeof ranges }) {
  const { label, first, last, note } = ranges[range]
  const [firstDay, lastDay] = [view[first], view[last]]
  const set = (end: typeof first | typeof last, day: string) => choose(withOne(view, end, day || undefined))
  return (
    <FilterButton label={label} chosen={Number(firstDay !== undefined) + Number(lastDay !== undefined)}>
      {() => (
        <Stack gap="xs">
          <DayInput label="From" max={lastDay} value={firstDay} set={(day) => set(first, day)} />
          <DayInput label="Until" min={firstDay} value={lastDay} set={(day) => set(last, day)} />
          <p className={styles['sampled']}>{note}Days begin at midnight UTC.</p>
        </Stack>
      )}
    </FilterButton>
  )
}

/** Filters links without visits since a day. Those of which that is unknown don't match, which the list says. */
export function NotOpenedFilter({ view, choose }: FilterProps) {
  const { notOpenedSince } = view
  const set = (day: string) => choose(withOne(view, 'notOpenedSince', day || undefined))
  return (
    <FilterButton label="Not opened since" chosen={notOpenedSince === undefined ? 0 : 1}>
      {() => (
        <Stack gap="xs">
          <DayInput label="Day" max={daysAgo(0)} value={notOpenedSince} set={set} />
          <Group gap={4}>
            {[7, 30, 90].map((days) => (
              <Button key={days} size="compact-xs" variant="default" onClick={() => set(daysAgo(days))}>
                {days} days
              </Button>
            ))}
          </Group>
          <p className={styles['sampled']}>
            Includes only links whose visits have been read since that day. Days begin at midnight UTC.
          </p>
        </Stack>
      )}
    </FilterButton>
  )
}

const daysAgo = (days: number) => toUtcDay(Date.now() - days * dayMs)

interface DayInputProps extends Pick<TextInputProps, 'label' | 'min' | 'max'> {
  value: string | undefined
  set: (day: string) => void
}

function DayInput({ value = '', set, ...input }: DayInputProps) {
  return (
    <TextInput
      {...input}
      type="date"
      size="xs"
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
