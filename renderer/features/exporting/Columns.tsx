import { Button, Checkbox, Flex, SimpleGrid } from '@mantine/core'
import {
  csvColumnNames,
  csvColumns,
  defaultColumns,
} from '../../../contract/app/library/columns/csvColumns.ts'
import type { CsvColumn } from '../../../contract/app/library/columns/csvColumns.ts'
import styles from './exporting.module.css'

interface ColumnsProps {
  chosen: readonly CsvColumn[]
  choose: (columns: readonly CsvColumn[]) => void
}

/** Shows which columns the table has, in the table's order. */
export function Columns({ chosen, choose }: ColumnsProps) {
  const toggle = (column: CsvColumn) =>
    choose(csvColumnNames.filter((name) => chosen.includes(name) !== (name === column)))
  return (
    <fieldset className={styles['columns']}>
      <legend>Columns</legend>
      <Flex gap={4} mt={-4} mb={14} ml={-6}>
        <Button size="compact-xs" variant="subtle" onClick={() => choose(csvColumnNames)}>
          All
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => choose(defaultColumns)}>
          Default columns
        </Button>
      </Flex>
      <SimpleGrid minColWidth={170} spacing="sm" verticalSpacing="md">
        {csvColumnNames.map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={csvColumns[name]}
            checked={chosen.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </SimpleGrid>
    </fieldset>
  )
}
