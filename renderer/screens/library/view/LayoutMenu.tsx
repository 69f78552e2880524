import { Button, Checkbox, Group, SegmentedControl, Text } from '@mantine/core'
import { ArrowDown, ArrowUp, Minus, Plus } from 'lucide-react'
import { memo } from 'react'
import { columnNames } from '../../../../contract/app/library/columns/columnLists.ts'
import type { ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import { defaultLayout, type SizedColumn } from '../../../../contract/app/library/layout.ts'
import { useReportsVisits } from '../../../session/useReportsVisits.ts'
import { useListedParameters } from '../../../link/useListedParameters.ts'
import { StepButton } from '../../../ui/StepButton.tsx'
import { FilterButton } from './FilterButton.tsx'
import { useColumnLabels } from './useColumnLabels.ts'
import type { LayoutControls } from './useColumns.ts'
import styles from './view.module.css'

/** Selects the columns and the row height. */
export const LayoutMenu = memo(function LayoutMenu({ layout }: { layout: LayoutControls }) {
  const { columns, density, widths, chooseColumns, chooseDensity } = layout
  const reportsVisits = useReportsVisits()
  const { listed } = useListedParameters()
  const labelOf = useColumnLabels()
  const offered = [...new Set([...columnNames, ...listed.map(({ field }) => field), ...columns])].filter(
    (name) => reportsVisits || (name !== 'visits' && name !== 'opened'),
  )
  const toggle = (name: ColumnName) =>
    chooseColumns(columns.includes(name) ? columns.filter((other) => other !== name) : [...columns, name])
  const hidden = offered.filter((name) => !columns.includes(name))
  const shown = columns.filter((name) => offered.includes(name))
  const isDefault = columns.join() === defaultLayout.columns.join() && Object.keys(widths).length === 0
  return (
    <FilterButton label="Columns" chosen={0}>
      {() => (
        <>
          <SegmentedControl
            aria-label="Rows"
            fullWidth
            data={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
            value={density}
            onChange={chooseDensity}
          />
          <div className={styles['values']} role="group" aria-label="Columns shown">
            <Group className={styles['value'] ?? ''} gap={2} wrap="nowrap">
              <Text flex={1} size="sm">
                Title
              </Text>
              <SizeButtons name="title" title="Title" layout={layout} />
            </Group>
            {[...shown, ...hidden].map((name, index) => (
              <Group key={name} className={styles['value'] ?? ''} gap={2} wrap="nowrap">
                <Checkbox
                  flex={1}
                  label={labelOf(name)}
                  checked={index < shown.length}
                  onChange={() => toggle(name)}
                />
                {index < shown.length && (
                  <ColumnButtons {...{ name, label: labelOf(name), index, shown, layout }} />
                )}
              </Group>
            ))}
          </div>
          <p className={styles['sampled']}>
            Drag a header to move its column, and its right edge to change the width. A narrow window hides
            columns that don’t fit. The environment is always marked.
          </p>
          <Button size="compact-sm" variant="default" disabled={isDefault} onClick={layout.reset}>
            Default columns
          </Button>
        </>
      )}
    </FilterButton>
  )
})

interface ColumnButtonsProps {
  name: ColumnName
  label: string
  /** Its position among the columns shown. */
  index: number
  shown: readonly ColumnName[]
  layout: LayoutControls
}

/** Moves and resizes a column, for those who don't drag. */
function ColumnButtons({ name, label, index, shown, layout }: ColumnButtonsProps) {
  return (
    <>
      <StepButton
        size="sm"
        label={`Move ${label} up`}
        icon={ArrowUp}
        go={index === 0 ? undefined : () => layout.move(name, shown[index - 1] ?? null)}
      />
      <StepButton
        size="sm"
        label={`Move ${label} down`}
        icon={ArrowDown}
        go={index === shown.length - 1 ? undefined : () => layout.move(name, shown[index + 2] ?? null)}
      />
      <SizeButtons name={name} title={label} layout={layout} />
    </>
  )
}

/** Step in pixels by which the buttons resize a column. */
const sizeStep = 20

interface SizeButtonsProps {
  name: SizedColumn
  title: string
  layout: LayoutControls
}

function SizeButtons({ name, title, layout }: SizeButtonsProps) {
  const header = () => document.querySelector<HTMLElement>(`[role="columnheader"][data-column="${name}"]`)
  const resize = (step: number) =>
    layout.resize(name, (layout.widths[name] ?? header()?.offsetWidth ?? 120) + step)
  return (
    <>
      <StepButton size="sm" label={`Narrower: ${title}`} icon={Minus} go={() => resize(-sizeStep)} />
      <StepButton size="sm" label={`Wider: ${title}`} icon={Plus} go={() => resize(sizeStep)} />
    </>
  )
}
