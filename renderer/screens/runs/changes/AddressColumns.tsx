import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import type { AddressColumns as Columns } from '../../../../contract/app/runs/changePlan.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import styles from './changes.module.css'

interface AddressColumnsProps {
  run: Run
  apply: (columns: Columns) => void
}

/**
 * Asks which columns of a table contain the links and their new destinations. Renders nothing for a run without a
 * table.
 */
export function AddressColumns({ run: { header, change }, apply }: AddressColumnsProps) {
  return change?.kind === 'table' && <Choice header={header} columns={change.columns} apply={apply} />
}

interface ChoiceProps extends Pick<AddressColumnsProps, 'apply'> {
  header: readonly string[]
  columns: Columns
}

function Choice({ header, columns, apply }: ChoiceProps) {
  const [chosen, setChosen] = useState(columns)
  const data = header.map((name, index) => ({ value: String(index), label: name || `Column ${index + 1}` }))
  const isChanged = chosen.link !== columns.link || chosen.address !== columns.address
  const field = (label: string, name: keyof Columns) => (
    <Select
      label={label}
      placeholder="Choose a column"
      data={data}
      value={chosen[name] === null ? null : String(chosen[name])}
      onChange={(value) => value !== null && setChosen({ ...chosen, [name]: Number(value) })}
    />
  )
  return (
    <Group className={styles['columns'] ?? ''} gap="8px 16px" align="flex-end">
      {field('Link column', 'link')}
      {field('New destination column', 'address')}
      {isChanged && (
        <Button variant="default" onClick={() => apply(chosen)}>
          Use these columns
        </Button>
      )}
    </Group>
  )
}
