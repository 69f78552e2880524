import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import type { AddressColumns as Columns } from '../../../../contract/app/runs/changePlan.ts'

interface AddressColumnsProps {
  header: readonly string[]
  columns: Columns
  apply: (columns: Columns) => void
}

/** Asks which columns of a table contain the links and their new destinations. */
export function AddressColumns({ header, columns, apply }: AddressColumnsProps) {
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
    <Group gap="8px 16px" align="flex-end" px="var(--gutter)" pb={8}>
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
