import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronDown, ChevronUp, Star } from 'lucide-react'
import { memo } from 'react'
import { parameterName } from '../../../../contract/service/link/parameters.ts'
import { useListedParameters } from '../../../link/useListedParameters.ts'
import { useReportsVisits } from '../../../session/useReportsVisits.ts'
import { ArchivedFilter, ToggleFilter, TagFilter } from './MoreFilters.tsx'
import { DayFilter, NotOpenedFilter } from './DayFilters.tsx'
import { FilterButton, filterLook, type FilterProps } from './FilterButton.tsx'
import { FacetValues } from './FacetValues.tsx'
import { columnFilters, parameterFilter, placeFilters, type FacetFilter } from './filters.ts'
import styles from './view.module.css'

interface FilterBarProps extends FilterProps {
  profileName: (id: string) => string
}

/** Shows the filters, which apply in addition to the search: the four most used ones, and the rest on request. */
export const FilterBar = memo(function FilterBar({ view, choose, profileName }: FilterBarProps) {
  const reportsVisits = useReportsVisits()
  const { listed } = useListedParameters()
  const [isMore, { toggle }] = useDisclosure(false)
  const moreFilters = [
    ...placeFilters(profileName),
    ...Object.values(columnFilters).filter((filter) => filter !== columnFilters.campaign),
    ...listed.map(({ field, label }) => parameterFilter(parameterName(field), label)),
  ]
  return (
    <Group className={styles['filters'] ?? ''} gap={2} role="group" aria-label="Filters">
      <TagFilter view={view} choose={choose} />
      <FacetButton {...{ view, choose }} filter={columnFilters.campaign} />
      <DayFilter view={view} choose={choose} range="added" />
      <ToggleFilter {...{ view, choose }} name="starred" label="Starred" leftSection={<Star size={13} />} />
      <Button
        {...filterLook}
        data-active={isMore || undefined}
        aria-expanded={isMore}
        rightSection={isMore ? <ChevronUp size={13} /> : <ChevronDown size={13} />}
        onClick={toggle}
      >
        {isMore ? 'Fewer filters' : 'More filters'}
      </Button>
      {isMore && (
        <Group className={styles['filters'] ?? ''} gap={2} flex="1 0 100%">
          {moreFilters.map((filter) => (
            <FacetButton key={filter.prefix ?? filter.label} {...{ view, choose, filter }} />
          ))}
          <DayFilter view={view} choose={choose} range="created" />
          {reportsVisits && <NotOpenedFilter view={view} choose={choose} />}
          <ToggleFilter
            {...{ view, choose }}
            name="breaksRules"
            label="Breaks rules"
            title="Links that break the current tracking rules of their profile"
          />
          <ArchivedFilter view={view} choose={choose} />
        </Group>
      )}
    </Group>
  )
})

/** Filters by the values of a field. */
function FacetButton({ view, choose, filter }: FilterProps & { filter: FacetFilter }) {
  return (
    <FilterButton label={filter.label} chosen={filter.chosen(view).length}>
      {() => <FacetValues {...{ filter, view, choose }} />}
    </FilterButton>
  )
}
