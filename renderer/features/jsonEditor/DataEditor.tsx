import { Button, Flex, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { AlignLeft, TriangleAlert } from 'lucide-react'
import { lazy, useId, useRef, useState } from 'react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { limits } from '../../../contract/service/api/limits.ts'
import { formatDecimal } from '../../ui/formatCount.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { useUndoToast } from '../../ui/useUndoToast.ts'
import { useField, useFormStore } from '../../link/FormContext.tsx'
import { useFieldError } from '../../link/FormChecks.tsx'
import { Rows } from './Rows.tsx'
import type { RemovedRow } from './rowsStore.ts'
import { formatJson } from './formatJson.ts'
import { isTree } from './tree.ts'
import { quoteNumber, findUnsafeNumbers } from './unsafeNumbers.ts'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import styles from './jsonEditor.module.css'

const CodeEditor = lazy(() => import('./CodeEditor.tsx'))

type View = 'rows' | 'json'

/** Edits app data as rows or as JSON, two views of the same text, and shows its errors. */
export function DataEditor() {
  const [data, setData] = useField('data')
  const [view, setView] = useState<View>(() => (isTree(data) ? 'rows' : 'json'))
  const { error, warning } = useFieldError('data', false)
  // The errors are announced here. Mantine uses the `-error` suffix for every other field.
  const messages = `${useId()}-error`
  const readable = isTree(data)
  const offerUndo = useRowUndo()
  const body = useRef<HTMLDivElement>(null)
  return (
    <Stack className={styles['data']} gap={8} mod={{ invalid: error !== undefined }}>
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
            disabled={!readable || data === ''}
            onClick={() => setData(formatJson(data))}
          >
            Format
          </ActionButton>
        )}
        <Text span ml="auto" c="dimmed" fz="xs" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {sizeText(data, limits.dataBytes)}
        </Text>
      </Flex>
      <div ref={body}>
        {view === 'rows' ? (
          <Rows text={data} onChange={setData} onRemoved={offerUndo} showText={() => setView('json')} />
        ) : (
          <LaterPart fallback={<div className={styles['editor']} aria-busy />}>
            <CodeEditor text={data} onChange={setData} invalid={error !== undefined} describedBy={messages} />
          </LaterPart>
        )}
      </div>
      <Stack id={messages} className={styles['messages']} gap={6} fz="xs">
        {error !== undefined && (
          <Text inherit c="var(--bad-text)" role="status">
            {view === 'rows' && !readable ? 'A value isn’t complete yet, or isn’t valid.' : error}
          </Text>
        )}
        {warning !== undefined && <FieldWarning text={`This service may reject it: ${warning}`} />}
        {readable && (
          <UnsafeNumbers text={data} onChange={setData} focusRest={() => focusFirstField(body.current)} />
        )}
      </Stack>
    </Stack>
  )
}

interface UnsafeNumbersProps {
  text: string
  onChange: (text: string) => void
  /** Moves the focus once no unsafe numbers remain. */
  focusRest: () => void
}

/** Warns about numbers that JavaScript apps would read incorrectly, with a fix for each. */
function UnsafeNumbers({ text, onChange, focusRest }: UnsafeNumbersProps) {
  const [first, ...more] = findUnsafeNumbers(text)
  if (!first) return null
  const store = () => {
    onChange(quoteNumber(text, first))
    if (more.length === 0) focusRest()
  }
  return (
    <Group gap={6} wrap="nowrap" c="var(--warn-text)" role="status">
      <TriangleAlert size={14} aria-hidden />
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        <code>{first.spelling}</code> is sent as written, but an app written in JavaScript reads it as{' '}
        <code>{first.readAs}</code>.{more.length > 0 && ` ${moreNumbersText(more.length)}`}
      </Text>
      <Button size="compact-xs" variant="default" flex="none" onClick={store}>
        Store as text
      </Button>
    </Group>
  )
}

function moreNumbersText(count: number): string {
  return count === 1 ? '1 more number has this problem.' : `${count} more numbers have this problem.`
}

function focusFirstField(body: HTMLElement | null): void {
  body?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"]')?.focus()
}

/** Offers to restore a removed row until the text changes again. */
function useRowUndo(): (row: RemovedRow) => void {
  const form = useFormStore()
  const showUndo = useUndoToast()
  return ({ label, before, after }) => {
    const withdraw = showUndo({ message: `Removed ${label}.`, undo: () => form.set({ data: before }) })
    const stop = form.subscribe(() => {
      if (form.get().data === after) return
      stop()
      withdraw()
    })
  }
}

/** Returns a text's UTF-8 size next to the limit once it is near: "24.5 of 32 KiB". */
function sizeText(text: string, maxBytes: number): string {
  const kib = new TextEncoder().encode(text).length / 1_024
  const max = maxBytes / 1_024
  return kib < max / 2 ? '' : `${formatDecimal(kib, 1)} of ${max} KiB`
}
