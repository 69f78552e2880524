import { Button, Group, TextInput } from '@mantine/core'
import { dayMs, toUtcDay } from '../../../../contract/app/text/utcDay.ts'
import { FilterButton, type FilterProps } from './FilterButton.tsx'
import { withoutOne } from './filters.ts'
import styles from './view.module.css'

/** Filters by the days on which links were added. */
export function AddedFilter({ view, choose }: FilterProps) {
  const { from, to: lastDay, ...rest } = view
  return (
    <DayFilter
      label="Added"
      from={from}
      to={lastDay}
      set={(first, last) =>
        choose({ ...rest, ...(first ? { from: first } : {}), ...(last ? { to: last } : {}) })
      }
    />
  )
}

/** Filters by the days on which links were created, if known. */
export function CreatedFilter({ view, choose }: FilterProps) {
  const { createdFrom, createdTo, ...rest } = view
  return (
    <DayFilter
      label="Created"
      from={createdFrom}
      to={createdTo}
      note="Includes only links whose service reports when they were created."
      set={(first, last) =>
        choose({ ...rest, ...(first ? { createdFrom: first } : {}), ...(last ? { createdTo: last } : {}) })
      }
    />
  )
}

interface DayFilterProps {
  label: string
  from: string | undefined
  to: string | undefined
  note?: string
  set: (from: string | undefined, to: string | undefined) => void
}

function DayFilter({ label, from, to: lastDay, note, set }: DayFilterProps) {
  return (
    <FilterButton label={label} chosen={Number(from !== undefined) + Number(lastDay !== undefined)}>
      {() => (
        <div className={styles['dates']}>
          <TextInput
            type="date"
            size="xs"
            label="From"
            max={lastDay}
            value={from ?? ''}
            onChange={(event) => set(event.currentTarget.value, lastDay)}
          />
          <TextInput
            type="date"
            size="xs"
            label="Until"
            min={from}
            value={lastDay ?? ''}
            onChange={(event) => set(from, event.currentTarget.value)}
          />
          <p className={styles['sampled']}>
            {[note, 'Days begin at midnight UTC.'].filter(Boolean).join(' ')}
          </p>
        </div>
      )}
    </FilterButton>
  )
}

/** Filters links without visits since a day. Those of which that is unknown don't match, which the list says. */
export function NotOpenedFilter({ view, choose }: FilterProps) {
  const { notOpenedSince } = view
  const set = (day: string) =>
    choose({ ...withoutOne(view, 'notOpenedSince'), ...(day === '' ? {} : { notOpenedSince: day }) })
  return (
    <FilterButton label="Not opened since" chosen={notOpenedSince === undefined ? 0 : 1}>
      {() => (
        <div className={styles['dates']}>
          <TextInput
            type="date"
            size="xs"
            label="Day"
            max={daysAgo(0)}
            value={notOpenedSince ?? ''}
            onChange={(event) => set(event.currentTarget.value)}
          />
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
        </div>
      )}
    </FilterButton>
  )
}

const daysAgo = (days: number) => toUtcDay(Date.now() - days * dayMs)
