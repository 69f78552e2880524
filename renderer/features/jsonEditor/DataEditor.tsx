import { Flex, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { AlignLeft, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { limits } from '../../../contract/service/api/limits.ts'
import { formatDecimal } from '../../ui/formatCount.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { useStableCallbacks } from '../../ui/useStableCallbacks.ts'
import { useUndoToast } from '../../ui/useUndoToast.ts'
import { useField, useFormStore } from '../../link/FormContext.tsx'
import { useFieldError } from '../../link/FormChecks.tsx'
import { formatJson } from './formatJson.ts'
import { Rows } from './Rows.tsx'
import { hasRows, parseUnfinishedRows } from './rows.ts'
import { findUnsafeNumbers } from './unsafeNumbers.ts'
import { QuietText } from '../../ui/variants.ts'

type View = 'rows' | 'json'

const example = '{\n  "screen": "offer",\n  "offer_id": 4711\n}'

/** Edits app data as rows or as JSON, two views of the same text, and shows its errors. */
export function DataEditor() {
  const [data, setData] = useField('data')
  const [view, setView] = useState<View>(() => (parseUnfinishedRows(data) ? 'rows' : 'json'))
  const { error, warning } = useFieldError('data', false)
  const isReadable = hasRows(data)
  const changeRows = useChangeRows()
  return (
    <Stack gap={8}>
      <Flex gap="xs" align="center" mih={30}>
        <SegmentedControl
          aria-label="App data as"
          data={[
            { value: 'rows', label: 'Rows' },
            { value: 'json', label: 'JSON' },
          ]}
          value={view}
          onChange={setView}
        />
        {view === 'json' && (
          <ActionButton
            size="compact-xs"
            variant="subtle"
            icon={AlignLeft}
            disabled={!isReadable || data === ''}
            onClick={() => setData(formatJson(data))}
          >
            Format
          </ActionButton>
        )}
        <QuietText span ml="auto" fz="xs" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {sizeText(data, limits.dataBytes)}
        </QuietText>
      </Flex>
      {view === 'rows' ? (
        <Rows text={data} onChange={changeRows} showText={() => setView('json')} />
      ) : (
        <Textarea
          aria-label="App data (JSON)"
          placeholder={example}
          rows={8}
          resize="vertical"
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={data}
          error={error}
          onChange={(event) => setData(event.currentTarget.value)}
        />
      )}
      {view === 'rows' && error !== undefined && (
        <Text c="var(--bad-text)" fz="xs" role="status">
          {isReadable ? error : 'A value isn’t complete yet, or isn’t valid.'}
        </Text>
      )}
      {warning !== undefined && <FieldWarning text={`This service may reject it: ${warning}`} />}
      {isReadable && <UnsafeNumbers text={data} />}
    </Stack>
  )
}

/** Warns about numbers that JavaScript apps would read incorrectly. */
function UnsafeNumbers({ text }: { text: string }) {
  const [first, ...more] = findUnsafeNumbers(text)
  if (!first) return null
  return (
    <Group gap={6} wrap="nowrap" c="var(--warn-text)" fz="xs" role="status">
      <TriangleAlert size={14} />
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        <code>{first.spelling}</code> is sent as written, but an app written in JavaScript reads it as{' '}
        <code>{first.readAs}</code>. As text, it stays as it is.
        {more.length > 0 && ` ${moreNumbersText(more.length)}`}
      </Text>
    </Group>
  )
}

function moreNumbersText(count: number): string {
  return count === 1 ? '1 more number has this problem.' : `${count} more numbers have this problem.`
}

/** Returns a function that changes the data, and offers to restore a removed row until the data changes again. */
function useChangeRows() {
  const form = useFormStore()
  const showUndo = useUndoToast()
  const { change } = useStableCallbacks({
    change: (after: string, removed?: string) => {
      const before = form.get().data
      form.set({ data: after })
      if (removed === undefined) return
      const withdraw = showUndo({
        message: `Removed ${removed}.`,
        undo: () => form.set({ data: before }),
      })
      const stop = form.subscribe(() => {
        if (form.get().data === after) return
        stop()
        withdraw()
      })
    },
  })
  return change
}

/** Returns a text's UTF-8 size next to the limit once it is near: "24.5 of 32 KiB". */
function sizeText(text: string, maxBytes: number): string {
  const kib = new TextEncoder().encode(text).length / 1_024
  const max = maxBytes / 1_024
  return kib < max / 2 ? '' : `${formatDecimal(kib, 1)} of ${max} KiB`
}
