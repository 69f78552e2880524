import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { memo } from 'react'
import { columnNames } from '../../../../contract/app/library/columns/columnLists.ts'
import type { ColumnName } from '../../../../contract/app/library/columns/columnLists.ts'
import { listColumns } from '../../../../contract/app/library/columns/listColumns.ts'
import { defaultLayout } from '../../../../contract/app/library/layout.ts'
import { useReportsVisits } from '../../../session/useReportsVisits.ts'
import { FilterButton } from './FilterButton.tsx'
import type { LayoutControls } from './useColumns.ts'
import styles from './view.module.css'

/** Selects the columns and the row height. */
export const LayoutMenu = memo(function LayoutMenu({ layout }: { layout: LayoutControls }) {
  const { columns, density, chooseColumns, chooseDensity } = layout
  const reportsVisits = useReportsVisits()
  const offered = columnNames.filter((name) => reportsVisits || (name !== 'visits' && name !== 'opened'))
  const toggle = (name: ColumnName) =>
    chooseColumns(columnNames.filter((other) => columns.includes(other) !== (other === name)))
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
          <div className={styles['columns']} role="group" aria-label="Columns shown">
            {offered.map((name) => (
              <div key={name} className={styles['value']}>
                <Checkbox
                  label={listColumns[name].label}
                  checked={columns.includes(name)}
                  onChange={() => toggle(name)}
                />
              </div>
            ))}
          </div>
          <p className={styles['sampled']}>
            A narrow window hides columns that don’t fit. The environment is always marked.
          </p>
          <Button
            size="compact-sm"
            variant="default"
            disabled={columns.join() === defaultLayout.columns.join()}
            onClick={() => chooseColumns(defaultLayout.columns)}
          >
            Default columns
          </Button>
        </>
      )}
    </FilterButton>
  )
})
