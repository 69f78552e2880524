import { Stack, Text } from '@mantine/core'
import { Braces, Plus } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { RowList } from './RowList.tsx'
import { focusNewRow, focusNextRow } from './rowFocus.ts'
import { addRow } from './rowsState.ts'
import { createRowsStore, type RemovedRow } from './rowsStore.ts'
import { childEntries } from './tree.ts'

interface RowsProps {
  text: string
  /** Must be a stable function reference. */
  onChange: (text: string) => void
  /** Must be a stable function reference. */
  onRemoved: (row: RemovedRow) => void
  /** Switches to the text view, which marks errors in place. */
  showText: () => void
}

/** Edits app data as typed rows, for people who don't know JSON. Every edit changes the text. */
export function Rows({ text, onChange, onRemoved, showText }: RowsProps) {
  const [store] = useState(() => createRowsStore(onChange, onRemoved))
  const state = store.read(text)
  if (!state) return <Unreadable showText={showText} />
  const isEmpty = childEntries(state.tree.root).length === 0
  return (
    <Stack gap={8} role="group" aria-label="App data as rows" onKeyDown={focusNextRow}>
      {isEmpty && (
        <Text c="dimmed" fz="sm">
          No app data yet.
        </Text>
      )}
      <RowList state={state} path={[]} store={store} />
      <div data-add>
        <ActionButton
          size="xs"
          icon={Plus}
          onClick={(event) => {
            store.edit((now) => addRow(now, [], ''))
            focusNewRow(event.currentTarget)
          }}
        >
          Add a row
        </ActionButton>
      </div>
    </Stack>
  )
}

function Unreadable({ showText }: { showText: () => void }) {
  return (
    <Stack gap={10} align="flex-start">
      <Text c="dimmed" fz="sm">
        This isn’t a valid JSON object yet, or it’s too large to show as rows.
      </Text>
      <ActionButton size="xs" icon={Braces} onClick={showText}>
        Fix it in the JSON editor
      </ActionButton>
    </Stack>
  )
}
