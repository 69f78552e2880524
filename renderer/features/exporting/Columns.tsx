import { Button, Checkbox, Fieldset, Flex, SimpleGrid } from '@mantine/core'
import {
  csvColumns,
  csvColumnsWith,
  defaultColumns,
} from '../../../contract/app/library/columns/csvColumns.ts'
import type { CsvColumn } from '../../../contract/app/library/columns/csvColumns.ts'
import { isParameter } from '../../../contract/service/link/parameters.ts'
import { useListedParameters } from '../../link/useListedParameters.ts'

interface ColumnsProps {
  chosen: readonly CsvColumn[]
  choose: (columns: readonly CsvColumn[]) => void
}

/** Shows which columns the table has, in the table's order. */
export function Columns({ chosen, choose }: ColumnsProps) {
  const { listed, labelOf } = useListedParameters()
  const offered = csvColumnsWith([
    ...new Set([...listed.map(({ field }) => field), ...chosen.filter(isParameter)]),
  ])
  const toggle = (column: CsvColumn) =>
    choose(offered.filter((name) => chosen.includes(name) !== (name === column)))
  return (
    <Fieldset legend="Columns" radius="md">
      <Flex gap={4} mb={14} ml={-6}>
        <Button size="compact-xs" variant="subtle" onClick={() => choose(offered)}>
          All
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => choose(defaultColumns)}>
          Default columns
        </Button>
      </Flex>
      <SimpleGrid minColWidth={170} spacing="sm" verticalSpacing="md">
        {offered.map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={isParameter(name) ? labelOf(name) : csvColumns[name]}
            checked={chosen.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}
