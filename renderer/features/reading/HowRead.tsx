import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { encodingNames, encodings } from '../../../contract/app/tables/encodings.ts'
import type { Encoding } from '../../../contract/app/tables/encodings.ts'
import type { ReadingChoice, TableReading } from '../../../contract/app/tables/reading.ts'
import { formatNumber } from '../../ui/formatCount.ts'
import styles from './reading.module.css'

interface HowReadProps {
  reading: TableReading
  busy: boolean
  /** Whether the choices are shown at first if the reading is a guess. */
  opensGuess?: boolean
  /** Reads the table again. */
  choose: (choice: ReadingChoice) => void
}

/** Shows how a table was read, and lets the user choose another encoding or header row. */
export function HowRead({ reading, busy, opensGuess = true, choose }: HowReadProps) {
  const { encoding, headerRow, isEncodingGuess, isHeaderGuess, sheet } = reading
  const isGuess = isEncodingGuess || isHeaderGuess
  const [isOpen, setIsOpen] = useState(isGuess && opensGuess)
  const current = {
    headerRow,
    ...(encoding !== null && { encoding }),
    ...(sheet !== undefined && { sheet }),
  }
  return (
    <section
      className={styles['reading']}
      data-guess={isGuess || undefined}
      aria-label="How the table was read"
    >
      <Group gap="xs">
        <span>
          {isGuess && <strong>Please check: </strong>}
          {describe(reading)}
        </span>
        <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Change'}
        </Button>
      </Group>
      {isOpen && (
        <Group gap="md" py="xs">
          {encoding !== null && (
            <NativeSelect
              size="xs"
              label="Encoding of the file"
              disabled={busy}
              value={encoding}
              data={encodings.map((value) => ({ value, label: encodingNames[value] }))}
              onChange={(event) => choose({ ...current, encoding: event.currentTarget.value as Encoding })}
            />
          )}
          <HeaderRows
            reading={reading}
            busy={busy}
            choose={(row) => choose({ ...current, headerRow: row })}
          />
        </Group>
      )}
    </section>
  )
}

function describe({ encoding, headerRow, repeatedNames }: TableReading): string {
  const names = repeatedNames?.map((name) => `“${name}”`).join(', ')
  const texts = [
    encoding !== null && `${encodingNames[encoding]} text.`,
    headerRow === 0 ? 'No row names the columns.' : `Row ${formatNumber(headerRow)} names the columns.`,
    names && `Several columns are named ${names}: the first is used, unless you choose another.`,
  ]
  return texts.filter(Boolean).join(' ')
}

interface HeaderRowsProps {
  reading: TableReading
  busy: boolean
  choose: (row: number) => void
}

/** Lists the first rows. A press on one makes it the header. */
function HeaderRows({ reading: { firstRows, headerRow }, busy, choose }: HeaderRowsProps) {
  const label = useId()
  const rows = firstRows.map(({ row, cells }) => ({ row, text: cells.filter(Boolean).join(' · ') }))
  return (
    <Stack role="group" aria-labelledby={label} gap={0} miw={0} flex="1 1 20rem">
      <Text id={label} span px="xs" fz="xs" fw={500}>
        Row that names the columns
      </Text>
      {[...rows, { row: 0, text: 'No row names the columns' }].map(({ row, text }) => (
        <button
          key={row}
          type="button"
          disabled={busy}
          aria-pressed={row === headerRow}
          className={styles['row']}
          onClick={() => choose(row)}
        >
          <Text span inherit miw="1.5rem" ta="end">
            {row > 0 && formatNumber(row)}
          </Text>
          <Text span inherit truncate>
            {text}
          </Text>
        </button>
      ))}
    </Stack>
  )
}
