import { ActionIcon, Button, Flex, Select, Stack, TextInput } from '@mantine/core'
import { Braces, Plus, X } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { isExcessiveText } from '../../../contract/service/json/jsonScan.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { formatNumber } from '../../ui/formatCount.ts'
import {
  addRow,
  changeKind,
  isList,
  parseUnfinishedRows,
  removeRow,
  renameRow,
  rowName,
  valueText,
} from './rows.ts'
import type { DataList, DataRow, DataValue, Edit } from './rows.ts'
import type { Kind } from './spelling.ts'
import { RowValue, field } from './RowValue.tsx'
import { QuietText } from '../../ui/variants.ts'

/** Number of rows of an object or array that are shown at first, and that each press adds. */
const rowLimit = 20
/** Number of values above which nested objects and arrays begin with fewer rows, because all are shown at once. */
const manyValues = 200
const nestedRowLimit = 2

interface RowsProps {
  text: string
  /** Receives the text after each change. `removed` names the row that was removed. Must be a stable reference. */
  onChange: (text: string, removed?: string) => void
  /** Switches to the text view, which locates errors. */
  showText: () => void
}

/** Edits app data as typed rows, for people who don't know JSON. Every edit changes the text. */
export function Rows({ text, onChange, showText }: RowsProps) {
  const [store] = useState(() => createStore(onChange))
  const list = store.read(text)
  const nestedLimit = isExcessiveText(text, manyValues) ? nestedRowLimit : rowLimit
  if (!list) {
    return (
      <Stack gap={10} align="flex-start">
        <QuietText>This isn’t a valid JSON object yet, or it’s too large to show as rows.</QuietText>
        <ActionButton size="xs" icon={Braces} onClick={showText}>
          Fix it in the JSON editor
        </ActionButton>
      </Stack>
    )
  }
  return (
    <Stack gap={8} role="group" aria-label="App data as rows">
      {list.rows.length === 0 && <QuietText>No app data yet.</QuietText>}
      <RowList list={list} edit={store.edit} level={0} nestedLimit={nestedLimit} addLabel="Add a row" />
    </Stack>
  )
}

/** Holds the rows outside React, so that each edit applies to the latest ones, with their unfinished numbers. */
function createStore(write: RowsProps['onChange']) {
  let list: DataList | null = null
  const edit: Edit<DataList> = (change, removed) => {
    if (!list) return
    list = change(list)
    // Without rows, there is no app data.
    if (list.rows.length === 0) list = { ...list, end: '' }
    write(valueText(list), removed)
  }
  return {
    edit,
    /** Returns the rows of a text: the edited ones if they have it. */
    read: (text: string) => {
      if (!list || valueText(list) !== text) list = parseUnfinishedRows(text)
      return list
    },
  }
}

interface RowListProps {
  list: DataList
  edit: Edit<DataList>
  level: number
  nestedLimit: number
  addLabel: string
}

/** Shows the rows of an object or array, and adds to them. */
function RowList({ list: { rows }, edit, level, nestedLimit, addLabel }: RowListProps) {
  const [limit, setLimit] = useState(level === 0 ? rowLimit : nestedLimit)
  const addButton = useRef<HTMLButtonElement>(null)
  const hidden = rows.length - limit
  const editRow = (index: number, change: (row: DataRow) => DataRow, removed?: string) =>
    edit((now) => {
      const row = now.rows[index]
      return row ? { kind: now.kind, rows: now.rows.with(index, change(row)), end: now.end } : now
    }, removed)
  const remove = (index: number, label: string) => {
    // Rows are keyed by index, so the pressed button then belongs to the next row.
    if (index === rows.length - 1) addButton.current?.focus()
    edit((now) => removeRow(now, index), label)
  }
  return (
    <>
      {rows.length > 0 && (
        <Stack component="ul" gap={6}>
          {rows.slice(0, limit).map((row, index) => (
            <Row key={index} {...{ row, index, level, nestedLimit, remove }} edit={editRow} />
          ))}
        </Stack>
      )}
      {hidden > 0 && (
        <Button size="xs" variant="subtle" onClick={() => setLimit(limit + rowLimit)}>
          Show more rows ({formatNumber(hidden)} left)
        </Button>
      )}
      <div>
        <ActionButton
          ref={addButton}
          size="xs"
          icon={Plus}
          onClick={() => {
            setLimit(Math.max(limit, rows.length + 1))
            edit((now) => addRow(now, level))
          }}
        >
          {addLabel}
        </ActionButton>
      </div>
    </>
  )
}

interface RowProps {
  row: DataRow
  index: number
  level: number
  nestedLimit: number
  edit: (index: number, change: (row: DataRow) => DataRow, removed?: string) => void
  remove: (index: number, label: string) => void
}

/** Shows one value: its name, its kind, the value itself, and the rows below it. */
const Row = memo(
  function Row({ row, index, level, nestedLimit, edit, remove }: RowProps) {
    const { value, isNew = false } = row
    const name = rowName(row)
    const label = name === null ? `item ${index + 1}` : name || 'the new row'
    const editValue: Edit<DataValue> = (change, removed) =>
      edit(index, (now) => ({ ...now, value: change(now.value) }), removed)
    return (
      <li>
        <Flex gap={6} align="flex-start">
          {name === null ? (
            <QuietText span pt={5} fz="xs">
              {index + 1}
            </QuietText>
          ) : (
            <TextInput
              {...field}
              flex="3 1 90px"
              aria-label={`Name of ${label}`}
              placeholder="name"
              autoFocus={isNew}
              value={name}
              onChange={({ currentTarget }) => edit(index, (now) => renameRow(now, currentTarget.value))}
            />
          )}
          <Select
            size="xs"
            flex="0 0 108px"
            aria-label={`Type of ${label}`}
            data={kinds}
            value={value.kind}
            onChange={(kind) => kind !== null && editValue((now) => changeKind(now, kind))}
          />
          <RowValue value={value} label={label} isNew={isNew && name === null} edit={editValue} />
          <ActionIcon size={30} aria-label={`Remove ${label}`} onClick={() => remove(index, label)}>
            <X size={14} />
          </ActionIcon>
        </Flex>
        {isList(value) && (
          <Stack gap={6} mt={6} mb={2} ml={8} pl={14} style={{ borderLeft: '1px solid var(--line)' }}>
            <RowList
              list={value}
              edit={(change, removed) => editValue((now) => (isList(now) ? change(now) : now), removed)}
              level={level + 1}
              nestedLimit={nestedLimit}
              addLabel={`Add to ${label}`}
            />
          </Stack>
        )}
      </li>
    )
  },
  // The functions apply to the latest rows, so an unchanged row may keep the earlier ones.
  (before, after) => before.row === after.row && before.index === after.index,
)

const kinds: { value: Kind; label: string }[] = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes / No' },
  { value: 'array', label: 'List' },
  { value: 'object', label: 'Group' },
  { value: 'null', label: 'Empty' },
]
