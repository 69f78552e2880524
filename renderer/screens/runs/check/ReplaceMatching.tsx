import { Autocomplete, Button, Popover, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { shorten } from '../../../ui/shorten.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { useCellChange } from './useCellChange.ts'

interface ReplaceMatchingProps {
  run: Run
  column: number
  /** The current text of all cells to change. */
  text: string
  label: string
  /** The values that the rules allow; empty if any value is allowed. */
  choices: readonly string[]
}

/** Changes every cell in a column that has the same text. */
export function ReplaceMatching({ run, column, text, label, choices }: ReplaceMatchingProps) {
  const [opened, setOpened] = useState(false)
  const [replacement, setReplacement] = useState(text)
  const replace = useCellChange(run.id, {
    describe: (changed) => `${formatCount(changed, 'cell')} changed`,
    done: () => setOpened(false),
  })
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    replace.mutate({ id: run.id, what: 'replace', cells: { column, text }, by: replacement })
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-end"
      width={320}
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
          Change all matching…
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Change all matching">
        <Stack component="form" gap={10} align="flex-start" onSubmit={submit}>
          <Autocomplete
            w="100%"
            label={
              text === ''
                ? `Fill every empty cell in ${label} with`
                : `Change every “${shorten(text, 40)}” in ${label} to`
            }
            data={choices}
            limit={8}
            comboboxProps={{ withinPortal: false }}
            spellCheck={false}
            value={replacement}
            onChange={setReplacement}
          />
          <Button type="submit" size="xs" loading={replace.isPending} disabled={replacement === text}>
            Change them
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
