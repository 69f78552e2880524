import { Checkbox, Radio, TextInput } from '@mantine/core'
import { memo, use, useDeferredValue, useState } from 'react'
import { maxFilterValueLength } from '../../../../contract/app/library/view.ts'
import { useFacets } from '../../../api/library.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import { PrefetchContext, SearchContext } from './contexts.ts'
import type { FilterProps } from './FilterButton.tsx'
import { withToggled, type FacetFilter } from './filters.ts'
import styles from './view.module.css'
import { formatNumber } from '../../../ui/formatCount.ts'

interface FacetValuesProps extends FilterProps {
  filter: FacetFilter
  /** Whether only values of links that already match the filter are listed. */
  isNarrowing?: boolean
}

/** Lists the values of a field with their counts, most frequent first after the selected ones. */
export function FacetValues({ filter, view, choose, isNarrowing }: FacetValuesProps) {
  const { facet, prefix = '', single = false, isSearchable, valueLabel } = filter
  const chosen = filter.chosen(view)
  const [typed, setTyped] = useState('')
  const search = use(SearchContext)
  const prefetch = use(PrefetchContext)
  const { toggle, press } = useStableCallbacks<ValueHandlers>({
    toggle: (value) => choose(withToggled(filter, view, value)),
    press: (value) => prefetch(withToggled(filter, view, value)),
  })
  const listed = isNarrowing ? view : filter.withChosen(view, [])
  const facets = useFacets(facet, { ...listed, search }, prefix + useDeferredValue(typed))
  const { values: found, sampled } = facets.data ?? noValues
  // A selected value that no longer occurs can still be deselected.
  const missing = chosen.filter((value) => typed === '' && !found.some((other) => other.value === value))
  const values = [...missing.map((value) => ({ value, count: 0 })), ...found]
  return (
    <>
      {isSearchable && (
        <TextInput
          size="xs"
          aria-label="Search values"
          placeholder="Begins with…"
          maxLength={maxFilterValueLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {facets.error && <ProblemView problem={facets.error.problem} retry={() => void facets.refetch()} />}
      <div
        className={styles['values']}
        role={single ? 'radiogroup' : 'group'}
        aria-label="Values"
        aria-busy={facets.isPending}
      >
        {values.map(({ value, count }) => (
          <Value
            key={value}
            label={valueLabel(value)}
            count={count}
            sampled={sampled}
            single={single}
            checked={chosen.includes(value)}
            value={value}
            toggle={toggle}
            press={press}
          />
        ))}
        {facets.data && values.length === 0 && <p>{noValueText(typed)}</p>}
      </div>
      {sampled && <p className={styles['sampled']}>Counts include only the newest links.</p>}
    </>
  )
}

const noValues = { values: [], sampled: false }

function noValueText(typed: string): string {
  return typed === '' ? 'None of these links have one.' : 'No matching values.'
}

interface ValueHandlers {
  toggle: (value: string) => void
  /** Called on mouse down, to prefetch the links before the click ends. */
  press: (value: string) => void
}

interface ValueProps extends ValueHandlers {
  value: string
  label: string
  count: number
  sampled: boolean
  single: boolean
  checked: boolean
}

/** In a single choice, pressing the selected value deselects it. */
const Value = memo(function Value({
  value,
  label,
  count,
  sampled,
  single,
  checked,
  toggle,
  press,
}: ValueProps) {
  const Box = single ? Radio : Checkbox
  return (
    <div className={styles['value']} onPointerDown={() => press(value)}>
      <Box
        label={<span title={label}>{shorten(label, 48)}</span>}
        checked={checked}
        onChange={() => toggle(value)}
        onClick={() => single && checked && toggle(value)}
      />
      {count > 0 && <span>{`${formatNumber(count)}${sampled ? '+' : ''}`}</span>}
    </div>
  )
})
