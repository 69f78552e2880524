import { Flex, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { dataTypes, type ColumnUse } from '../../../../contract/app/runs/mapping/mapping.ts'
import { useListedParameters } from '../../../link/useListedParameters.ts'
import { shorten } from '../../../ui/shorten.ts'
import { toChoice, typeLabels, listColumnChoices, toColumnUse } from './fieldChoices.ts'
import { QuietText } from '../../../ui/variants.ts'
import styles from './map.module.css'

interface ColumnRowProps {
  name: string
  /** The column's first values; `null` until they are known. */
  samples: readonly string[] | null
  use: ColumnUse
  /** Whether a text of every link uses the column. */
  isInText: boolean
  change: (use: ColumnUse) => void
}

/** Shows a column's name and first values, and selects what it becomes. */
export function ColumnRow({ name, samples, use, isInText, change }: ColumnRowProps) {
  const parameters = useListedParameters()
  const isUsed = isInText || use.to !== 'nothing'
  const unused = isInText ? 'Only in a text below' : 'Not used'
  const possible = [use, { to: 'field', field: `?${name.trim()}` }] as const
  return (
    <SimpleGrid
      component="li"
      className={styles['column'] ?? ''}
      cols={{ base: 1, sm: 2 }}
      spacing={16}
      p="8px 12px"
    >
      <Stack gap={0} miw={0}>
        <Text inherit fw={550} c={isUsed ? 'var(--text)' : 'dimmed'} truncate title={name}>
          {shorten(name, 60)}
        </Text>
        <QuietText fz="xs" truncate title={samples?.join('\n').slice(0, 2_000)}>
          {samplesText(samples)}
        </QuietText>
      </Stack>
      <Stack gap={6}>
        <Select
          searchable
          maxDropdownHeight={320}
          size="xs"
          aria-label={`What ${shorten(name, 60)} becomes`}
          value={toChoice(use)}
          data={listColumnChoices(possible, parameters, unused)}
          onChange={(chosen) => chosen !== null && change(toColumnUse(chosen, name))}
        />
        {use.to === 'data' && <DataKey use={use} name={name} change={change} />}
      </Stack>
    </SimpleGrid>
  )
}

function samplesText(samples: readonly string[] | null): string {
  // Keeps the height of the row while the samples are loading.
  if (samples === null) return '\u00a0'
  return samples.length === 0 ? 'Empty' : samples.map((sample) => shorten(sample, 40)).join(' · ')
}

interface DataKeyProps {
  use: Extract<ColumnUse, { to: 'data' }>
  name: string
  change: (use: ColumnUse) => void
}

function DataKey({ use, name, change }: DataKeyProps) {
  return (
    <Flex gap={6}>
      <TextInput
        flex={1}
        size="xs"
        aria-label={`Key for ${shorten(name, 60)}`}
        placeholder="product.id"
        maxLength={200}
        value={use.path}
        error={use.path === '' ? 'Give the key a name.' : null}
        onChange={(event) => change({ ...use, path: event.currentTarget.value })}
      />
      <Select
        w={110}
        size="xs"
        aria-label={`Type of ${shorten(name, 60)}`}
        value={use.type}
        data={dataTypes.map((value) => ({ value, label: typeLabels[value] }))}
        onChange={(type) => type !== null && change({ ...use, type })}
      />
    </Flex>
  )
}
