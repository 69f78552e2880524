import { Group, SegmentedControl, Select, Text } from '@mantine/core'
import { encodingNames, encodings, type Encoding } from '../../../contract/app/tables/encodings.ts'
import type { ReadingChoice, TableReading } from '../../../contract/app/tables/reading.ts'
import { formatNumber } from '../../ui/formatCount.ts'
import { shorten } from '../../ui/shorten.ts'

interface HowReadProps {
  reading: TableReading
  busy: boolean
  /** Reads the table again. */
  choose: (choice: ReadingChoice) => void
}

/** Shows how a table was read. A press on another header row or encoding reads it again. */
export function HowRead({ reading, busy, choose }: HowReadProps) {
  const { encoding, headerRow, isEncodingGuess, isHeaderGuess, sheet, repeatedNames } = reading
  const isGuess = isEncodingGuess || isHeaderGuess
  const names = repeatedNames?.map((name) => `“${name}”`).join(', ')
  const current = {
    headerRow,
    ...(encoding !== null && { encoding }),
    ...(sheet !== undefined && { sheet }),
  }
  return (
    <Group
      component="section"
      gap="4px 14px"
      fz="sm"
      {...(!isGuess && { c: 'dimmed' })}
      aria-label="How the table was read"
    >
      {isGuess && <strong>Please check:</strong>}
      {encoding !== null && (
        <EncodingChoice
          encoding={encoding}
          isGuess={isEncodingGuess}
          busy={busy}
          choose={(value) => choose({ ...current, encoding: value })}
        />
      )}
      <HeaderRow reading={reading} busy={busy} choose={(row) => choose({ ...current, headerRow: row })} />
      {names && <span>Several columns are named {names}: the first is used, unless you choose another.</span>}
    </Group>
  )
}

/** The encodings of most files, offered beside one that is a guess. */
const commonEncodings: readonly Encoding[] = ['utf-8', 'windows-1252']

interface EncodingChoiceProps {
  encoding: Encoding
  isGuess: boolean
  busy: boolean
  choose: (encoding: Encoding) => void
}

function EncodingChoice({ encoding, isGuess, busy, choose }: EncodingChoiceProps) {
  const likely = isGuess ? [...new Set([encoding, ...commonEncodings])] : []
  return (
    <Group gap={6}>
      <span>Text</span>
      {likely.length > 0 && (
        <SegmentedControl
          size="xs"
          aria-label="Encoding of the file"
          disabled={busy}
          value={encoding}
          data={likely.map((value) => ({ value, label: encodingNames[value] }))}
          onChange={(value) => choose(value)}
        />
      )}
      <Select
        w={220}
        size="xs"
        aria-label={likely.length > 0 ? 'Another encoding' : 'Encoding of the file'}
        disabled={busy}
        value={encoding}
        data={encodings.map((value) => ({ value, label: encodingNames[value] }))}
        onChange={(chosen) => chosen !== null && choose(chosen)}
      />
    </Group>
  )
}

/** Maximum number of rows that are offered as the header. */
const maxRows = 5

interface HeaderRowProps {
  reading: TableReading
  busy: boolean
  choose: (row: number) => void
}

/** Chooses the row that names the columns, and shows what it says. */
function HeaderRow({ reading: { firstRows, headerRow }, busy, choose }: HeaderRowProps) {
  const rows = firstRows.filter(({ row }, index) => index < maxRows || row === headerRow)
  const header = firstRows.find(({ row }) => row === headerRow)
  return (
    <Group gap={6} miw={0}>
      <span>Names in row</span>
      <SegmentedControl
        size="xs"
        aria-label="Row that names the columns"
        disabled={busy}
        value={String(headerRow)}
        data={[
          ...rows.map(({ row }) => ({ value: String(row), label: formatNumber(row) })),
          { value: '0', label: 'None' },
        ]}
        onChange={(row) => choose(Number(row))}
      />
      {header && (
        <Text span c="dimmed" inherit>
          {shorten(header.cells.filter(Boolean).join(' · '), 60)}
        </Text>
      )}
    </Group>
  )
}
