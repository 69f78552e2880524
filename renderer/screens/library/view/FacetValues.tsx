import { Checkbox, Radio, TextInput } from '@mantine/core'
import { memo, use, useDeferredValue, useState } from 'react'
import type { FacetName } from '../../../../contract/app/library/columns/columnLists.ts'
import { maxFilterValueLength, type LibraryView } from '../../../../contract/app/library/view.ts'
import { useFacets } from '../../../api/library.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import { PrefetchContext, SearchContext } from './contexts.ts'
import styles from './view.module.css'
import { formatNumber } from '../../../ui/formatCount.ts'

export interface FacetValuesProps {
  facet: FacetName
  /** What the listed values begin with. */
  prefix?: string
  /** The view without this filter, whose values are listed. */
  view: LibraryView
  chosen: readonly string[]
  /** Returns the view with a value toggled. */
  withToggled: (value: string) => LibraryView
  choose: (view: LibraryView) => void
  /** Returns a value's label. */
  valueLabel?: (value: string, name: string | undefined) => string
  /** Allows only one value at a time. */
  single?: boolean
  /** Whether there may be so many values that a search is needed. */
  isSearchable?: boolean
}

/** Lists the values of a field with their counts, most frequent first after the selected ones. */
export function FacetValues({
  facet,
  prefix: begin = '',
  view,
  chosen,
  withToggled,
  choose,
  valueLabel = (value) => value,
  single = false,
  isSearchable = false,
}: FacetValuesProps) {
  const [typed, setTyped] = useState('')
  const search = use(SearchContext)
  const prefetch = use(PrefetchContext)
  const { toggle, press } = useStableCallbacks<ValueHandlers>({
    toggle: (value) => choose(withToggled(value)),
    press: (value) => prefetch(withToggled(value)),
  })
  const facets = useFacets(facet, { ...view, search }, begin + useDeferredValue(typed))
  const { values: found, sampled } = facets.data ?? noValues
  // A selected value that no longer occurs can still be deselected.
  const missing = chosen.filter((value) => typed === '' && !found.some((other) => other.value === value))
  const values = [...missing.map((value) => ({ value, name: undefined, count: 0 })), ...found]
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
        {values.map(({ value, name, count }) => (
          <Value
            key={value}
            label={valueLabel(value, name)}
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
