import { Anchor, Box, Stack } from '@mantine/core'
import { rowErrors, type ImportPreview } from '../../../../contract/app/library/imports.ts'
import type { ReadingChoice } from '../../../../contract/app/tables/reading.ts'
import { shorten } from '../../../ui/shorten.ts'
import { QuietText, SmallButton } from '../../../ui/variants.ts'

interface UnusableRowsProps {
  errors: ImportPreview['errors']
  count: number
  busy: boolean
  choice: ReadingChoice
  /** Reads the file again, as chosen. */
  read: (choice: ReadingChoice) => void
}

/** Lists the first rows of a file that can't be used, and why. Rows that don't fit are repaired on request. */
export function UnusableRows({ errors, count, busy, choice, read }: UnusableRowsProps) {
  const repairable = errors.some(({ repaired }) => repaired !== undefined)
  return (
    <>
      {errors.length > 0 && (
        <Stack component="section" gap={6} align="flex-start" aria-label="Rows that can’t be used">
          <h3>{count > errors.length ? 'The first rows that can’t be used' : 'Rows that can’t be used'}</h3>
          <Box
            component="ul"
            mah={160}
            pl={18}
            fz="sm"
            style={{ overflow: 'auto', overflowWrap: 'anywhere', listStyle: 'disc' }}
          >
            {errors.map(({ row, error, text, repaired }) => (
              <li key={row}>
                Row {row.toLocaleString()}: {rowErrors[error]}{' '}
                {text !== '' && <code>{shorten(text, 80)}</code>}
                {repaired !== undefined && ' Repaired: '}
                {repaired !== undefined && <code>{shorten(repaired, 80)}</code>}
              </li>
            ))}
          </Box>
          {repairable && (
            <SmallButton disabled={busy} onClick={() => read({ repairs: true })}>
              Repair the rows where that is certain
            </SmallButton>
          )}
        </Stack>
      )}
      {choice.repairs && (
        <QuietText>
          Rows whose cells didn’t fit are repaired where that is certain.{' '}
          <Anchor
            component="button"
            type="button"
            fz="inherit"
            disabled={busy}
            onClick={() => read({ repairs: false })}
          >
            Leave them out
          </Anchor>
        </QuietText>
      )}
    </>
  )
}
