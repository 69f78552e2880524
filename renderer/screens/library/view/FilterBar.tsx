import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronDown, ChevronUp, Star } from 'lucide-react'
import { memo } from 'react'
import type { Environment } from '../../../../contract/service/api/headers.ts'
import { listFilterLabels, listFilters } from '../../../../contract/app/library/columns/columnLists.ts'
import type {
  FacetName,
  ListFilter as ListFilterName,
} from '../../../../contract/app/library/columns/columnLists.ts'
import type { CheckOutcome } from '../../../../contract/app/link/check.ts'
import type { RecordState } from '../../../../contract/app/link/record.ts'
import { parameterName } from '../../../../contract/service/link/parameters.ts'
import { useListedParameters } from '../../../link/useListedParameters.ts'
import { useReportsVisits } from '../../../session/useReportsVisits.ts'
import { checkLabels, stateLabels } from '../../../ui/Badge.tsx'
import { environmentLabels } from '../../../ui/environments.ts'
import { ArchivedFilter, RulesFilter, TagFilter } from './MoreFilters.tsx'
import { DayFilter, NotOpenedFilter } from './DayFilters.tsx'
import { FilterButton, filterLook, type FilterProps } from './FilterButton.tsx'
import { FacetValues, type FacetValuesProps } from './FacetValues.tsx'
import { toggleValue, withoutOne } from './filters.ts'
import styles from './view.module.css'

interface FilterBarProps extends FilterProps {
  profileName: (id: string, name?: string) => string
  /** In a narrow window, filters are hidden until requested. */
  opened: boolean
}

/** Shows the filters, which apply in addition to the search: the four most used ones, and the rest on request. */
export const FilterBar = memo(function FilterBar({ view, choose, profileName, opened }: FilterBarProps) {
  const { starred } = view
  const reportsVisits = useReportsVisits()
  const { listed } = useListedParameters()
  const [isMore, { toggle }] = useDisclosure(false)
  return (
    <div
      id="link-filters"
      className={styles['filters']}
      role="group"
      aria-label="Filters"
      data-opened={opened || undefined}
    >
      <TagFilter view={view} choose={choose} />
      <ListFilter {...{ view, choose }} isSearchable label="Campaign" facet="campaign" list="campaign" />
      <DayFilter view={view} choose={choose} range="added" />
      <Button
        {...filterLook}
        data-active={starred}
        aria-pressed={starred ?? false}
        leftSection={<Star size={13} aria-hidden />}
        onClick={() => choose({ ...withoutOne(view, 'starred'), ...(starred ? {} : { starred: true }) })}
      >
        Starred
      </Button>
      <Button
        {...filterLook}
        data-active={isMore || undefined}
        aria-expanded={isMore}
        rightSection={isMore ? <ChevronUp size={13} aria-hidden /> : <ChevronDown size={13} aria-hidden />}
        onClick={toggle}
      >
        {isMore ? 'Fewer filters' : 'More filters'}
      </Button>
      {isMore && (
        <div className={styles['moreFilters']}>
          <PlaceFilters view={view} choose={choose} profileName={profileName} />
          {listFilters
            .filter((name) => name !== 'campaign')
            .map((name) => (
              <ListFilter
                {...{ view, choose }}
                key={name}
                isSearchable
                label={listFilterLabels[name]}
                facet={name}
                list={name}
              />
            ))}
          {listed.map(({ field, label }) => (
            <ParameterFilter key={field} {...{ view, choose, label }} name={parameterName(field)} />
          ))}
          <DayFilter view={view} choose={choose} range="created" />
          {reportsVisits && <NotOpenedFilter view={view} choose={choose} />}
          <RulesFilter view={view} choose={choose} />
          <ArchivedFilter view={view} choose={choose} />
        </div>
      )}
    </div>
  )
})

interface ListFilterProps extends FilterProps, Pick<FacetValuesProps, 'valueLabel' | 'isSearchable'> {
  label: string
  facet: FacetName
  /** The view's list of chosen values. */
  list: ListFilterName | 'states' | 'checks'
}

/** Filters by any of a field's values. */
function ListFilter({ view, choose, label, facet, list, ...values }: ListFilterProps) {
  const chosen: readonly string[] = view[list]
  return (
    <FilterButton label={label} chosen={chosen.length}>
      {() => (
        <FacetValues
          {...values}
          facet={facet}
          view={{ ...view, [list]: [] }}
          chosen={chosen}
          withToggled={(value) => ({ ...view, [list]: toggleValue(chosen, value) })}
          choose={choose}
        />
      )}
    </FilterButton>
  )
}

/** Filters by any of a parameter's values. */
function ParameterFilter({ view, choose, name, label }: FilterProps & { name: string; label: string }) {
  const prefix = `${name}=`
  const chosen = view.parameter.filter((text) => text.startsWith(prefix))
  return (
    <FilterButton label={label} chosen={chosen.length}>
      {() => (
        <FacetValues
          isSearchable
          facet="parameter"
          prefix={prefix}
          view={{ ...view, parameter: view.parameter.filter((text) => !chosen.includes(text)) }}
          chosen={chosen}
          valueLabel={(text) => text.slice(prefix.length)}
          withToggled={(text) => ({ ...view, parameter: toggleValue(view.parameter, text) })}
          choose={choose}
        />
      )}
    </FilterButton>
  )
}

/** Filters by outcome, environment and profile. */
function PlaceFilters({ view, choose, profileName }: Omit<FilterBarProps, 'opened'>) {
  return (
    <>
      <ListFilter
        {...{ view, choose }}
        label="State"
        facet="state"
        list="states"
        valueLabel={(state) => stateLabels[state as RecordState]}
      />
      <ListFilter
        {...{ view, choose }}
        label="Last known"
        facet="check"
        list="checks"
        valueLabel={(outcome) => checkLabels[outcome as CheckOutcome]}
      />
      <SingleFilter
        {...{ view, choose }}
        name="environment"
        label="Environment"
        valueLabel={(name) => environmentLabels[name as Environment]}
      />
      <SingleFilter {...{ view, choose }} name="profile" label="Profile" valueLabel={profileName} />
    </>
  )
}

/** The filters of which a view has one value, and the member that holds it. */
const singleFilters = { environment: 'environment', profile: 'profileId' } as const

interface SingleFilterProps extends FilterProps {
  name: keyof typeof singleFilters
  label: string
  valueLabel: (value: string, name?: string) => string
}

/** Filters by one value of a field. Choosing it again removes the filter. */
function SingleFilter({ view, choose, name, label, valueLabel }: SingleFilterProps) {
  const key = singleFilters[name]
  const chosen = view[key]
  const without = withoutOne(view, key)
  return (
    <FilterButton label={label} chosen={chosen === undefined ? 0 : 1}>
      {() => (
        <FacetValues
          single
          facet={name}
          view={without}
          chosen={chosen === undefined ? [] : [chosen]}
          valueLabel={valueLabel}
          withToggled={(value) => (value === chosen ? without : { ...without, [key]: value })}
          choose={choose}
        />
      )}
    </FilterButton>
  )
}
